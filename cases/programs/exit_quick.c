// Leaves by _Exit: nothing is flushed and no atexit function runs.
// expect-stdout-noeol: flushed by hand
// expect-exit: 200
#include <stdio.h>
#include <stdlib.h>

static void never(void) {
  puts("must not run");
}

int main(void) {
  static char buffer[4096];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  atexit(never);
  fputs("flushed by hand", stdout);
  fflush(stdout);
  fputs("stays in the buffer", stdout);
  _Exit(200);
}
