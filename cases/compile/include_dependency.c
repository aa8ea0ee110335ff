// Asks whether a file of the host is newer than the source: gcc and clang look.
// test-revisions: gcc clang musl_gcc gxx clangxx
// test-toolchain[rev:gcc]: gcc
// test-toolchain[rev:clang]: clang
// test-toolchain[rev:musl_gcc]: musl-gcc
// test-toolchain[rev:gxx]: g++
// test-toolchain[rev:clangxx]: clang++
// expect-compile: fail
// expect-exit: 125
// expect-report: compile: refused: open /etc/passwd
// expect-stdout:
#pragma GCC dependency "/etc/passwd"

int main(void) { return 0; }
