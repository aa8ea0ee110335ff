// A long double keeps more digits than a double.
// expect-stdout: wider than double: 1
// expect-stdout: 0.33333333333333333
// expect-stdout: difference to double is seen
// expect-stdout: 1.5 1.234500e+04 2.718
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  volatile long double third = 1.0L / 3.0L;
  volatile double narrow = (double)third;
  printf("wider than double: %d\n", LDBL_MANT_DIG > DBL_MANT_DIG);
  printf("%.17Lf\n", third);
  printf("difference to double is %s\n", third != (long double)narrow ? "seen" : "lost");
  printf("%Lg %Le %.3Lf\n", 1.5L, 12345.0L, strtold("2.718281828", NULL));
  return 0;
}
