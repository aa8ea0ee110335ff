// Includes a file of the host by a name that macros make.
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
#define TEXT(x) #x
#define NAME(x) TEXT(x)
#define FOLDER /etc
#include NAME(FOLDER/passwd)

int main(void) { return 0; }
