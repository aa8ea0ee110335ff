// CRC-32 by table, of the check text and of 256 bytes.
// expect-stdout: cbf43926 29058c73
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

static uint32_t crc(const unsigned char* bytes, int count) {
  uint32_t value = 0xffffffff;
  for (int i = 0; i < count; i++) {
    value = table[(value ^ bytes[i]) & 0xff] ^ value >> 8;
  }
  return ~value;
}

int main(void) {
  unsigned char all[256];
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; bit++) {
      value = value & 1 ? value >> 1 ^ 0xedb88320 : value >> 1;
    }
    table[i] = value;
    all[i] = (unsigned char)i;
  }
  printf("%08x %08x\n", crc((const unsigned char*)"123456789", 9), crc(all, 256));
  return 0;
}
