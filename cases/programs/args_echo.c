// Its arguments, one a line: blanks, quotes, an empty one, dashes, a backslash and UTF-8.
// test-args: plain "two words" 'single "inside"' "" -- -x --long=1 'back\slash' Grüße '$HOME *'
// expect-stdout: 10 arguments
// expect-stdout: [plain]
// expect-stdout: [two words]
// expect-stdout: [single "inside"]
// expect-stdout: []
// expect-stdout: [--]
// expect-stdout: [-x]
// expect-stdout: [--long=1]
// expect-stdout: [back\slash]
// expect-stdout: [Grüße]
// expect-stdout: [$HOME *]
#include <stdio.h>

int main(int argc, char** argv) {
  printf("%d arguments\n", argc - 1);
  for (int i = 1; i < argc; i++) {
    printf("[%s]\n", argv[i]);
  }
  return argv[argc] == NULL ? 0 : 1;
}
