// A static array of 64 MiB.
// expect-stdout: 2088960
#include <stdio.h>

static volatile unsigned char big[64 << 20];

int main(void) {
  unsigned long sum = 0;
  for (unsigned long i = 0; i < sizeof big; i += 4096) {
    big[i] = (unsigned char)(i >> 12);
  }
  for (unsigned long i = 0; i < sizeof big; i += 4096) {
    sum += big[i];
  }
  printf("%lu\n", sum);
  return 0;
}
