// A 120 x 120 matrix product and a determinant by elimination.
// expect-stdout: 1772 1828 1821
// expect-stdout: determinant -13.000000
#include <stdio.h>

int main(void) {
  enum { kSize = 120 };
  static double a[kSize][kSize], b[kSize][kSize], c[kSize][kSize];
  double small[4][4] = {{2, 1, 0, 3}, {1, 4, 1, 0}, {0, 1, 5, 2}, {3, 0, 2, 6}}, determinant = 1;
  for (int i = 0; i < kSize; i++) {
    for (int j = 0; j < kSize; j++) {
      a[i][j] = (i * 3 + j) % 7;
      b[i][j] = (i + j * 5) % 11;
    }
  }
  for (int i = 0; i < kSize; i++) {
    for (int j = 0; j < kSize; j++) {
      for (int k = 0; k < kSize; k++) {
        c[i][j] += a[i][k] * b[k][j];
      }
    }
  }
  printf("%g %g %g\n", c[0][0], c[17][80], c[kSize - 1][kSize - 1]);
  for (int i = 0; i < 4; i++) {
    for (int row = i + 1; row < 4; row++) {
      double factor = small[row][i] / small[i][i];
      for (int k = i; k < 4; k++) {
        small[row][k] -= factor * small[i][k];
      }
    }
    determinant *= small[i][i];
  }
  printf("determinant %.6f\n", determinant);
  return 0;
}
