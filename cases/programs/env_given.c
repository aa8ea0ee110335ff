// Variables a test adds: one with blanks, one empty, one with an equals sign.
// test-env: GREETING=hello there
// test-env: EMPTY=
// test-env: EQUATION=a=b
// expect-stdout: GREETING: [hello there]
// expect-stdout: EMPTY: []
// expect-stdout: EQUATION: [a=b]
// expect-stdout: MISSING: unset
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static const char* const names[] = {"GREETING", "EMPTY", "EQUATION", "MISSING"};
  for (int i = 0; i < 4; i++) {
    const char* value = getenv(names[i]);
    printf("%s: %s%s%s\n", names[i], value ? "[" : "unset", value ? value : "", value ? "]" : "");
  }
  return 0;
}
