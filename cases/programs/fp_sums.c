// Sums in different orders differ in the last digits, and always by the same bits.
// expect-stdout: up    12.090146129863335
// expect-stdout: down  12.090146129863408
// expect-stdout: kahan 12.090146129863427
#include <stdio.h>

int main(void) {
  volatile double up = 0, down = 0;
  double kahan = 0, rest = 0;
  for (int i = 1; i <= 100000; i++) {
    up += 1.0 / i;
  }
  for (int i = 100000; i >= 1; i--) {
    down += 1.0 / i;
  }
  for (int i = 1; i <= 100000; i++) {
    volatile double y = 1.0 / i - rest;
    volatile double t = kahan + y;
    rest = (t - kahan) - y;
    kahan = t;
  }
  printf("up    %.17g\ndown  %.17g\nkahan %.17g\n", up, down, kahan);
  return 0;
}
