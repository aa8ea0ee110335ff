// Blank lines, a line of tabs and leading blanks are bytes like any other.
// expect-stdout:
// expect-stdout:
// expect-stdout:   two blanks first
// expect-stdout: 	tab first
// expect-stdout:
// expect-stdout: a%%b%%%%c
// expect-stdout: // expect-exit: 9
// expect-stdout:
#include <stdio.h>

int main(void) {
  fputs("\n\n  two blanks first\n\ttab first\n\na%b%%c\n// expect-exit: 9\n\n", stdout);
  return 0;
}
