// Nothing is given on stdin: it is at its end at once.
// expect-stdout: EOF, feof 1, ferror 0
#include <stdio.h>

int main(void) {
  int byte = getchar();
  printf("%s, feof %d, ferror %d\n", byte == EOF ? "EOF" : "a byte", feof(stdin) != 0,
         ferror(stdin) != 0);
  return 0;
}
