// Includes itself: the compiler stops at its own depth.
// expect-compile: fail
// expect-compile-exit: 1
// expect-compile-stderr-match: {{.*#include (recursion too deep|nested).*}}
// expect-exit: 1
// expect-report: compile: exit 1
// expect-stdout:
#include __FILE__

int main(void) { return 0; }
