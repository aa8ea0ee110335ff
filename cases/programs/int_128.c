// 128-bit integers: products, quotients, shifts and decimal output.
// test-toolchain: gcc
// expect-stdout: 340282366920938463426481119284349108225
// expect-stdout: 340282364538961911653747737708
// expect-stdout: 114944269
// expect-stdout: 268435455
// expect-stdout: 170141183460469231731687303715884105728
// expect-stdout: -1 / 2 is zero: 1
#include <stdint.h>
#include <stdio.h>

static void print(unsigned __int128 value) {
  char digits[40];
  int at = sizeof digits;
  digits[--at] = 0;
  do {
    digits[--at] = (char)('0' + (int)(value % 10));
    value /= 10;
  } while (value != 0);
  puts(digits + at);
}

int main(void) {
  volatile uint64_t large = UINT64_MAX;
  unsigned __int128 square = (unsigned __int128)large * large;
  print(square);
  print(square / 1000000007u);
  print(square % 1000000007u);
  print(square >> 100);
  print((unsigned __int128)1 << 127);
  printf("-1 / 2 is zero: %d\n", (__int128)-1 / 2 == 0);
  return 0;
}
