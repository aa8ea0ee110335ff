// Corners of printf's floating point conversions.
// expect-stdout: [1.500000] [2] [0.2] [3.]
// expect-stdout: [1.234568e+04] [1.20E-04] [0.0001] [1E-10] [1.00000]
// expect-stdout: [     3.142] [3.142     ] [+3.14] [-000003.14]
// expect-stdout: [0.10000000000000001] [0.33333333333333331] [0.66666666666666663]
// expect-stdout: [1.79769e+308] [2.22507e-308] [2.22045e-16]
// expect-stdout: [inf] [-inf] [INF] [  inf]
// expect-stdout: [0] [-0]
// expect-stdout: [0x1p+0] [0x1p-1] [-0x1.ep+1]
// expect-stdout: [0.100000000000000005551115123126]
// expect-stdout: [10000000000000000000000]
#include <float.h>
#include <stdio.h>

int main(void) {
  volatile double zero = 0.0;
  printf("[%f] [%.0f] [%.1f] [%#.0f]\n", 1.5, 2.5, 0.25, 3.0);
  printf("[%e] [%.2E] [%g] [%G] [%#g]\n", 12345.678, 0.00012, 0.0001, 1e-10, 1.0);
  printf("[%10.3f] [%-10.3f] [%+.2f] [%010.2f]\n", 3.14159, 3.14159, 3.14159, -3.14159);
  printf("[%.17g] [%.17g] [%.17g]\n", 0.1, 1.0 / 3.0, 2.0 / 3.0);
  printf("[%g] [%g] [%g]\n", DBL_MAX, DBL_MIN, DBL_EPSILON);
  printf("[%f] [%f] [%F] [%5.1f]\n", 1.0 / zero, -1.0 / zero, 1.0 / zero, 1.0 / zero);
  printf("[%g] [%g]\n", zero, -zero);
  printf("[%a] [%a] [%a]\n", 1.0, 0.5, -3.75);
  printf("[%.30f]\n", 0.1);
  printf("[%.0f]\n", 1e22);
  return 0;
}
