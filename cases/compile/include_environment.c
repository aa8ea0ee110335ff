// Includes the environment of the compiler itself. clang asks for the status first and finds nothing.
// test-revisions: tcc gcc clang musl_gcc gxx clangxx
// test-toolchain[rev:tcc]: tcc
// test-toolchain[rev:gcc]: gcc
// test-toolchain[rev:clang]: clang
// test-toolchain[rev:musl_gcc]: musl-gcc
// test-toolchain[rev:gxx]: g++
// test-toolchain[rev:clangxx]: clang++
// expect-compile: fail
// expect-exit: 125
// expect-report: compile: refused: open /proc/self/environ
// expect-stdout:
// expect-compile[rev:clang]: fail
// expect-exit[rev:clang]: 1
// expect-report[rev:clang]: compile: exit 1
// expect-stdout[rev:clang]:
// expect-compile[rev:clangxx]: fail
// expect-exit[rev:clangxx]: 1
// expect-report[rev:clangxx]: compile: exit 1
// expect-stdout[rev:clangxx]:
#include "/proc/self/environ"

int main(void) { return 0; }
