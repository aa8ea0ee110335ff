// Includes a device that gives other bytes every time.
// expect-compile: fail
// expect-exit: 125
// expect-report: compile: refused: open /dev/random
// expect-stdout:
#include "/dev/random"

int main(void) { return 0; }
