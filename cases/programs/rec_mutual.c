// Two functions that call each other 100000 deep.
// expect-stdout: 100000 is even
#include <stdio.h>

static int odd(unsigned n);
static int even(unsigned n) {
  return n == 0 ? 1 : odd(n - 1);
}
static int odd(unsigned n) {
  return n == 0 ? 0 : even(n - 1);
}

int main(void) {
  printf("100000 is %s\n", even(100000) ? "even" : "odd");
  return 0;
}
