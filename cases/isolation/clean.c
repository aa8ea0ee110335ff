// Computes and prints a number: the same bytes as outside the box.
// expect-stdout: 46368
// expect-report: exit 0
#include <stdio.h>

static int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  printf("%d\n", fibonacci(24));
  return 0;
}
