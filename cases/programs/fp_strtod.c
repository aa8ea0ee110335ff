// Corners of strtod, strtol and strtoull: bases, signs, rests, overflow.
// expect-stdout: strtod [3.14abc] = 3.1400000000000001 rest [abc]
// expect-stdout: strtod [  -0.5e-3] = -0.00050000000000000001 rest []
// expect-stdout: strtod [1e400] = inf rest [] range
// expect-stdout: strtod [-1e400] = -inf rest [] range
// expect-stdout: strtod [0x1.8p3] = 12 rest []
// expect-stdout: strtod [inf] = inf rest []
// expect-stdout: strtod [-Infinity] = -inf rest []
// expect-stdout: strtod [1e-400] = 0 rest [] range
// expect-stdout: strtod [.5.] = 0.5 rest [.]
// expect-stdout: strtod [e5] = 0 rest [e5]
// expect-stdout: strtod [179769313486231570814527423731704356798e271] = inf rest [] range
// expect-stdout: strtod [2.2250738585072011e-308] = 2.2250738585072009e-308 rest [] range
// expect-stdout: strtol [  42] base 10 = 42 rest []
// expect-stdout: strtol [-0x1f] base 16 = -31 rest []
// expect-stdout: strtol [0755] base 0 = 493 rest []
// expect-stdout: strtol [0x] base 16 = 0 rest [x]
// expect-stdout: strtol [zz] base 36 = 1295 rest []
// expect-stdout: strtol [9223372036854775808] base 10 = 9223372036854775807 rest [] range
// expect-stdout: strtol [-9223372036854775809] base 10 = -9223372036854775808 rest [] range
// expect-stdout: strtol [12three] base 10 = 12 rest [three]
// expect-stdout: strtol [] base 10 = 0 rest []
// expect-stdout: strtoull -1 = 18446744073709551615
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void number(const char* text) {
  char* end;
  errno = 0;
  double value = strtod(text, &end);
  printf("strtod [%s] = %.17g rest [%s]%s\n", text, value, end, errno == ERANGE ? " range" : "");
}

static void integer(const char* text, int base) {
  char* end;
  errno = 0;
  long value = strtol(text, &end, base);
  printf("strtol [%s] base %d = %ld rest [%s]%s\n", text, base, value, end,
         errno == ERANGE ? " range" : "");
}

int main(void) {
  static const char* const numbers[] = {"3.14abc",
                                        "  -0.5e-3",
                                        "1e400",
                                        "-1e400",
                                        "0x1.8p3",
                                        "inf",
                                        "-Infinity",
                                        "1e-400",
                                        ".5.",
                                        "e5",
                                        "179769313486231570814527423731704356798e271",
                                        "2.2250738585072011e-308"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    number(numbers[i]);
  }
  integer("  42", 10);
  integer("-0x1f", 16);
  integer("0755", 0);
  integer("0x", 16);
  integer("zz", 36);
  integer("9223372036854775808", 10);
  integer("-9223372036854775809", 10);
  integer("12three", 10);
  integer("", 10);
  printf("strtoull -1 = %llu\n", strtoull("-1", NULL, 10));
  return 0;
}
