// The last line has no newline.
// expect-stdout: one whole line
// expect-stdout-noeol: and one without its end
#include <stdio.h>

int main(void) {
  fputs("one whole line\nand one without its end", stdout);
  return 0;
}
