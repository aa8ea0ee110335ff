// Asks whether a file of the host is there, which the program would tell.
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
#if __has_include("/etc/passwd")
#error "ESCAPED: it is there"
#endif

int main(void) { return 0; }
