// The primes below a million.
// expect-stdout: 78498 primes, last 999983
#include <stdio.h>

int main(void) {
  static unsigned char composite[1000000];
  int count = 0, last = 0;
  for (int i = 2; i < 1000000; i++) {
    if (!composite[i]) {
      count++;
      last = i;
      for (long j = (long)i * i; j < 1000000; j += i) {
        composite[j] = 1;
      }
    }
  }
  printf("%d primes, last %d\n", count, last);
  return 0;
}
