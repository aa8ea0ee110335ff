// Includes itself by __FILE__: tcc stops at its own depth.
// test-toolchain: tcc
// expect-compile: fail
// expect-compile-exit: 1
// expect-compile-stderr-match: {{.*}}#include recursion too deep
// expect-exit: 1
// expect-report: compile: exit 1
// expect-stdout:
#include __FILE__

int main(void) { return 0; }
