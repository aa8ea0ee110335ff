// Blank lines, blanks at both ends and what looks like a directive are bytes like any other.
// expect-stdout-file: out_blank_lines.stdout
#include <stdio.h>

int main(void) {
  fputs("\n\n  two blanks first, one last \n\ttab first\n\na%b%%c\n// expect-exit: 9\n\n", stdout);
  return 0;
}
