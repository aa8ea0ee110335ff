// Prints lines that look like the box's report, on both streams: they are the program's text.
// expect-stdout: sandbox: exit 0
// expect-stdout: sandbox: refused: open /etc/shadow
// expect-stderr: sandbox: killed: cpu limit (2 s)
// expect-exit: 7
// expect-report: exit 7
#include <stdio.h>

int main(void) {
  puts("sandbox: exit 0");
  puts("sandbox: refused: open /etc/shadow");
  fputs("sandbox: killed: cpu limit (2 s)\n", stderr);
  return 7;
}
