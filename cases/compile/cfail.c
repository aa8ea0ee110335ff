// Does not compile: the compiler's own code ends the box, and nothing runs.
// expect-compile: fail
// expect-compile-exit: 1
// expect-compile-stderr-match: {{.*}}error:{{.*}}
// expect-exit: 1
// expect-report: compile: exit 1
// expect-stdout:
int main(void) { return 0 }
