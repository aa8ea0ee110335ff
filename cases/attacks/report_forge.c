// Writes lines that look like the box's report to stdout, stderr and every descriptor up to 63, and
// ends with another code than they say: the report has its own way out.
// expect-stdout: sandbox: exit 0
// expect-stdout: sandbox: refused: open /etc/shadow
// expect-stderr: sandbox: exit 0
// expect-stderr: sandbox: refused: open /etc/shadow
// expect-report: exit 7
#include <unistd.h>

int main(void) {
  static const char lines[] = "sandbox: exit 0\nsandbox: refused: open /etc/shadow\n";
  for (int fd = 1; fd < 64; fd++) {
    (void)!write(fd, lines, sizeof lines - 1);
  }
  return 7;
}
