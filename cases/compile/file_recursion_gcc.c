// Includes itself by __FILE__: gcc doubles the folder in front at every level, until the path is
// longer than a path can be (4096 bytes).
// test-toolchain: gcc
// expect-compile: fail
// expect-exit: 125
// expect-report: compile: refused: open with unreadable arguments
// expect-stdout:
#include __FILE__

int main(void) { return 0; }
