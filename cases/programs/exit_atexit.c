// Functions of atexit run in reverse order, after main, and what they print is flushed.
// expect-stdout: main
// expect-stdout: registered second, runs first
// expect-stdout: registered first, runs last
// expect-exit: 7
#include <stdio.h>
#include <stdlib.h>

static void first(void) {
  puts("registered first, runs last");
}
static void second(void) {
  puts("registered second, runs first");
}

int main(void) {
  atexit(first);
  atexit(second);
  puts("main");
  return 7;
}
