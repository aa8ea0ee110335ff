// Includes a file of the host: its lines would come back as error messages.
// expect-compile: fail
// expect-exit: 125
// expect-report: compile: refused: open /etc/passwd
// expect-stdout:
#include "/etc/passwd"

int main(void) { return 0; }
