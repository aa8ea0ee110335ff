// Includes itself by __FILE__: the folder in front is doubled at every level. tcc and clang stop at
// a limit of their own, gcc when the path is longer than a path can be (4096 bytes).
// test-revisions: tcc gcc clang musl_gcc gxx clangxx
// test-toolchain[rev:tcc]: tcc
// test-toolchain[rev:gcc]: gcc
// test-toolchain[rev:clang]: clang
// test-toolchain[rev:musl_gcc]: musl-gcc
// test-toolchain[rev:gxx]: g++
// test-toolchain[rev:clangxx]: clang++
// expect-compile: fail
// expect-exit: 125
// expect-report: compile: refused: open with unreadable arguments
// expect-stdout:
// expect-compile[rev:tcc]: fail
// expect-exit[rev:tcc]: 1
// expect-report[rev:tcc]: compile: exit 1
// expect-stdout[rev:tcc]:
// expect-compile[rev:clang]: fail
// expect-exit[rev:clang]: 1
// expect-report[rev:clang]: compile: exit 1
// expect-stdout[rev:clang]:
// expect-compile[rev:clangxx]: fail
// expect-exit[rev:clangxx]: 1
// expect-report[rev:clangxx]: compile: exit 1
// expect-stdout[rev:clangxx]:
#include __FILE__

int main(void) { return 0; }
