// Full, line and no buffering of one stream after another keep the order of the bytes.
// expect-stdout: unbuffered u
// expect-stdout: line buffered l
// expect-stdout: half a line, and the rest
#include <stdio.h>

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  fputs("unbuffered ", stdout);
  putchar('u');
  putchar('\n');
  setvbuf(stdout, NULL, _IOLBF, 1024);
  fputs("line buffered ", stdout);
  puts("l");
  fputs("half a line, ", stdout);
  fflush(stdout);
  puts("and the rest");
  return 0;
}
