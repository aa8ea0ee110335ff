// The smallest program that prints.
// expect-stdout: hello, world
#include <stdio.h>

int main(void) {
  puts("hello, world");
  return 0;
}
