// The Ackermann function of 2 and 9, and the depth it needs.
// expect-stdout: ackermann(2, 9) = 21, depth 22
#include <stdio.h>

static int depth, deepest;

static int ackermann(int m, int n) {
  int result;
  deepest = ++depth > deepest ? depth : deepest;
  if (m == 0) {
    result = n + 1;
  } else if (n == 0) {
    result = ackermann(m - 1, 1);
  } else {
    result = ackermann(m - 1, ackermann(m, n - 1));
  }
  depth--;
  return result;
}

int main(void) {
  printf("ackermann(2, 9) = %d", ackermann(2, 9));
  printf(", depth %d\n", deepest);
  return 0;
}
