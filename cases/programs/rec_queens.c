// Counts the ways to place eight queens.
// expect-stdout: 92 ways
#include <stdio.h>

static int place(int row, unsigned columns, unsigned left, unsigned right) {
  int ways = 0;
  if (row == 8) {
    return 1;
  }
  for (int column = 0; column < 8; column++) {
    unsigned bit = 1u << column;
    if (!(columns & bit) && !(left & bit) && !(right & bit)) {
      ways += place(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
  }
  return ways;
}

int main(void) {
  printf("%d ways\n", place(0, 0, 0, 0));
  return 0;
}
