// Infinities, NaN, negative zero, denormals and comparisons between them.
// expect-stdout: inf > max 1, -inf < -max 1
// expect-stdout: nan == nan 0, nan != nan 1, nan < 1 0, nan > 1 0
// expect-stdout: 0 == -0 1, 1 / -0 == -inf 1
// expect-stdout: halvings from DBL_MIN to zero 53
// expect-stdout: max + 1 == max 1, max * 2 == inf 1
// expect-stdout: (int)-2.9 = -2, (int)2.9 = 2
#include <float.h>
#include <stdio.h>

int main(void) {
  volatile double zero = 0.0, infinity = 1.0 / zero, nan = infinity - infinity;
  volatile double smallest = DBL_MIN;
  int halvings = 0;
  printf("inf > max %d, -inf < -max %d\n", infinity > DBL_MAX, -infinity < -DBL_MAX);
  printf("nan == nan %d, nan != nan %d, nan < 1 %d, nan > 1 %d\n", nan == nan, nan != nan,
         nan<1, nan> 1);
  printf("0 == -0 %d, 1 / -0 == -inf %d\n", zero == -zero, 1 / -zero == -infinity);
  while (smallest > 0) {
    smallest /= 2;
    halvings++;
  }
  printf("halvings from DBL_MIN to zero %d\n", halvings);
  printf("max + 1 == max %d, max * 2 == inf %d\n", DBL_MAX + 1 == DBL_MAX, DBL_MAX * 2 == infinity);
  printf("(int)-2.9 = %d, (int)2.9 = %d\n", (int)-2.9, (int)2.9);
  return 0;
}
