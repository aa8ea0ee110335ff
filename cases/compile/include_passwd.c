// Includes a file of the host: its lines would come back as error messages.
// test-revisions: tcc gcc clang musl_gcc gxx clangxx
// test-toolchain[rev:tcc]: tcc
// test-toolchain[rev:gcc]: gcc
// test-toolchain[rev:clang]: clang
// test-toolchain[rev:musl_gcc]: musl-gcc
// test-toolchain[rev:gxx]: g++
// test-toolchain[rev:clangxx]: clang++
// expect-compile: fail
// expect-exit: 125
// expect-report: compile: refused: open /etc/passwd
// expect-stdout:
#include "/etc/passwd"

int main(void) { return 0; }
