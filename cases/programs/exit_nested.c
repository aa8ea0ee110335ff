// Calls exit from deep inside a recursion.
// expect-stdout: leaving from depth 1000
// expect-exit: 42
#include <stdio.h>
#include <stdlib.h>

static void down(int depth) {
  if (depth == 1000) {
    printf("leaving from depth %d\n", depth);
    exit(42);
  }
  down(depth + 1);
}

int main(void) {
  down(0);
  return 1;
}
