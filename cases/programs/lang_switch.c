// Duff's device, fall-through, a sparse switch, ranges of characters.
// expect-stdout: hello there
// expect-stdout: minus a million, zero, one or two, most, other
#include <stdio.h>

static void copy(char* to, const char* from, int count) {
  int rounds = (count + 3) / 4;
  switch (count % 4) {
    case 0:
      do {
        *to++ = *from++;
        case 3:
          *to++ = *from++;
        case 2:
          *to++ = *from++;
        case 1:
          *to++ = *from++;
      } while (--rounds > 0);
  }
}

static const char* sparse(int n) {
  switch (n) {
    case -1000000:
      return "minus a million";
    case 0:
      return "zero";
    case 1:
    case 2:
      return "one or two";
    case 2147483647:
      return "most";
    default:
      return "other";
  }
}

int main(void) {
  char text[12] = {0};
  copy(text, "hello there", 11);
  puts(text);
  printf("%s, %s, %s, %s, %s\n", sparse(-1000000), sparse(0), sparse(2), sparse(2147483647),
         sparse(3));
  return 0;
}
