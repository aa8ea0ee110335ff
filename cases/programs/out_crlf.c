// Ends its lines the DOS way.
// expect-stdout-file: out_crlf.stdout
#include <stdio.h>

int main(void) {
  fputs("first\r\nsecond\r\n\r\nfourth\r\n", stdout);
  return 0;
}
