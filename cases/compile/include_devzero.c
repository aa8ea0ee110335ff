// Includes a device without an end.
// expect-compile: fail
// expect-exit: 125
// expect-report: compile: refused: open /dev/zero
// expect-stdout:
#include "/dev/zero"

int main(void) { return 0; }
