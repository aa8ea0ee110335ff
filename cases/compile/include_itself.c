// Includes itself by its name: gcc stops at its own depth.
// test-toolchain: gcc
// expect-compile: fail
// expect-compile-exit: 1
// expect-compile-stderr-match: {{.*}}#include nested depth 200 exceeds maximum of 200{{.*}}
// expect-exit: 1
// expect-report: compile: exit 1
// expect-stdout:
#include "include_itself.c"
