// How many of the 128 ASCII characters belong to each class.
// expect-stdout: 52 10 62 6 26 26 32 95 33 22 26
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int counts[11] = {0};
  for (int c = 0; c < 128; c++) {
    counts[0] += isalpha(c) != 0;
    counts[1] += isdigit(c) != 0;
    counts[2] += isalnum(c) != 0;
    counts[3] += isspace(c) != 0;
    counts[4] += isupper(c) != 0;
    counts[5] += islower(c) != 0;
    counts[6] += ispunct(c) != 0;
    counts[7] += isprint(c) != 0;
    counts[8] += iscntrl(c) != 0;
    counts[9] += isxdigit(c) != 0;
    counts[10] += toupper(c) != c;
  }
  for (int i = 0; i < 11; i++) {
    printf("%d%c", counts[i], i < 10 ? ' ' : '\n');
  }
  return 0;
}
