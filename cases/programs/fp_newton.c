// Square roots by Newton's method, in float, double and long double.
// expect-stdout: 1.4142135 1.414213562373095 1.41421356237309505
// expect-stdout: 35.12833 35.128336140501 35.128336140500592
#include <stdio.h>

static float root_float(float x) {
  float guess = x;
  for (int i = 0; i < 40; i++) {
    guess = (guess + x / guess) / 2;
  }
  return guess;
}

static double root_double(double x) {
  double guess = x;
  for (int i = 0; i < 40; i++) {
    guess = (guess + x / guess) / 2;
  }
  return guess;
}

static long double root_long_double(long double x) {
  long double guess = x;
  for (int i = 0; i < 40; i++) {
    guess = (guess + x / guess) / 2;
  }
  return guess;
}

int main(void) {
  printf("%.7f %.15f %.17Lf\n", (double)root_float(2), root_double(2), root_long_double(2));
  printf("%.5f %.12f %.15Lf\n", (double)root_float(1234), root_double(1234),
         root_long_double(1234));
  return 0;
}
