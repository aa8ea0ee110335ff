// Compiles with a warning: what the compiler says passes through and the program runs.
// test-toolchain: gcc
// expect-compile: ok
// expect-compile-stderr-match: {{.*}}warning:{{.*}}
// expect-stdout: it runs
// expect-stderr-match: {{.*}}warning: #warning "said by the source"{{.*}}
// expect-stderr-any:
// expect-report: compile: exit 0
// expect-report: exit 4
// expect-exit: 4
#include <stdio.h>

#warning "said by the source"

int main(void) {
  puts("it runs");
  return 4;
}
