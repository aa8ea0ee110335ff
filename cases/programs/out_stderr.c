// Writes to both streams: each arrives whole, in its own order.
// expect-stdout: out 0
// expect-stdout: out 1
// expect-stdout: out 2
// expect-stderr: err 0
// expect-stderr: err 1
// expect-stderr: err 2
#include <stdio.h>

int main(void) {
  for (int i = 0; i < 3; i++) {
    printf("out %d\n", i);
    fflush(stdout);
    fprintf(stderr, "err %d\n", i);
  }
  return 0;
}
