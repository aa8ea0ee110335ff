// Unsigned arithmetic wraps; conversions between widths and signs.
// expect-stdout: 0 1
// expect-stdout: 1 1
// expect-stdout: -16 240
// expect-stdout: 9abcdef0 ffffffff9abcdef0
// expect-stdout: -3 -1 -3 1
// expect-stdout: -1 15
// expect-stdout: 5534023222112865483
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  volatile unsigned int most = UINT_MAX;
  volatile int minus = -1;
  volatile int64_t wide = INT64_C(0x123456789abcdef0);
  printf("%u %u\n", most + 1, most * most);
  printf("%d %u\n", minus<(int)1u, (unsigned)minus> 1u);
  printf("%d %d\n", (int)(int8_t)wide, (int)(uint8_t)wide);
  printf("%x %llx\n", (unsigned)(uint32_t)wide, (unsigned long long)(uint64_t)(int32_t)wide);
  printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
  printf("%d %u\n", minus >> 4, (unsigned)minus >> 28);
  printf("%llu\n", (unsigned long long)UINT64_MAX / 10 * 3);
  return 0;
}
