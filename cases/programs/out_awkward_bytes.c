// Writes NUL, 0xFF, an escape sequence, broken UTF-8, CR LF, a lone CR and no final newline.
// expect-stdout-file: out_awkward_bytes.stdout
#include <stdio.h>

int main(void) {
  static const char bytes[] =
      "nul\0nul\n\xff\xfe\n\x1b[31mred\x1b[0m\n\xc3(\ndos line\r\nlone\rreturn\nno newline";
  fwrite(bytes, 1, sizeof bytes - 1, stdout);
  return 0;
}
