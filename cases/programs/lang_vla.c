// Arrays of variable length, in two dimensions and as parameters.
// test-toolchain: gcc
// expect-stdout: 1: trace 0, 4 bytes
// expect-stdout: 3: trace 33, 36 bytes
// expect-stdout: 5: trace 110, 100 bytes
#include <stdio.h>

static int trace(int n, int matrix[n][n]) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += matrix[i][i];
  }
  return sum;
}

int main(void) {
  for (int n = 1; n <= 5; n += 2) {
    int matrix[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        matrix[i][j] = i * 10 + j;
      }
    }
    printf("%d: trace %d, %lu bytes\n", n, trace(n, matrix), (unsigned long)sizeof matrix);
  }
  return 0;
}
