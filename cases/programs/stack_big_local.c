// A local array of 4 MiB, touched from its far end.
// expect-stdout: 1024 pages touched
#include <stdio.h>

int main(void) {
  volatile char big[4 << 20];
  long sum = 0;
  for (long i = (long)sizeof big - 1; i >= 0; i -= 4096) {
    big[i] = 1;
  }
  for (long i = (long)sizeof big - 1; i >= 0; i -= 4096) {
    sum += big[i];
  }
  printf("%ld pages touched\n", sum);
  return 0;
}
