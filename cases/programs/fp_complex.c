// Complex numbers of C99.
// test-toolchain: gcc
// expect-stdout: 4+2i
// expect-stdout: 11-2i
// expect-stdout: -1+2i
// expect-stdout: -0.089844+0.156250i
#include <complex.h>
#include <stdio.h>

int main(void) {
  double complex a = 3.0 + 4.0 * I, b = 1.0 - 2.0 * I;
  double complex z = 0;
  double complex sum = a + b, product = a * b, quotient = a / b;
  printf("%g%+gi\n", __real__ sum, __imag__ sum);
  printf("%g%+gi\n", __real__ product, __imag__ product);
  printf("%g%+gi\n", __real__ quotient, __imag__ quotient);
  for (int i = 0; i < 5; i++) {
    z = z * z + (-0.5 + 0.5 * I);
  }
  printf("%.6f%+.6fi\n", __real__ z, __imag__ z);
  return 0;
}
