// Bit tricks: population count, byte swap, rotation, lowest bit, Gray code, parity.
// expect-stdout: 00000001: count 1 swap 01000000 rotate 00000080 lowest 00000001 gray 00000001 parity 1
// expect-stdout: deadbeef: count 24 swap efbeadde rotate 56df77ef lowest 00000001 gray b1fb6198 parity 0
// expect-stdout: 80000000: count 1 swap 00000080 rotate 00000040 lowest 80000000 gray c0000000 parity 1
// expect-stdout: 0f0f0f0f: count 16 swap 0f0f0f0f rotate 87878787 lowest 00000001 gray 08888888 parity 0
// expect-stdout: ffffffff: count 32 swap ffffffff rotate ffffffff lowest 00000001 gray 80000000 parity 0
#include <stdint.h>
#include <stdio.h>

static int population(uint32_t x) {
  int count = 0;
  while (x != 0) {
    x &= x - 1;
    count++;
  }
  return count;
}

static uint32_t swap(uint32_t x) {
  return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}

static uint32_t rotate(uint32_t x, int by) {
  return x << by | x >> (32 - by);
}

int main(void) {
  static const uint32_t values[] = {0x00000001, 0xdeadbeef, 0x80000000, 0x0f0f0f0f, 0xffffffff};
  for (int i = 0; i < 5; i++) {
    uint32_t x = values[i];
    printf("%08x: count %d swap %08x rotate %08x lowest %08x gray %08x parity %d\n", x,
           population(x), swap(x), rotate(x, 7), x & (0u - x), x ^ x >> 1, population(x) & 1);
  }
  return 0;
}
