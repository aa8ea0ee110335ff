// An initialised array of 1 GiB, whose bytes the compiler has to write: it passes the output cap, and
// a driver says so itself.
// test-revisions: gcc musl_gcc gxx clang clangxx
// test-toolchain[rev:gcc]: gcc
// test-toolchain[rev:musl_gcc]: musl-gcc
// test-toolchain[rev:gxx]: g++
// test-toolchain[rev:clang]: clang
// test-toolchain[rev:clangxx]: clang++
// expect-compile: fail
// expect-exit: 4
// expect-report: compile: exit 4
// expect-stdout:
// expect-compile[rev:clang]: fail
// expect-exit[rev:clang]: 1
// expect-report[rev:clang]: compile: exit 1
// expect-stdout[rev:clang]:
// expect-compile[rev:clangxx]: fail
// expect-exit[rev:clangxx]: 1
// expect-report[rev:clangxx]: compile: exit 1
// expect-stdout[rev:clangxx]:
char array[1u << 30] = {1};

int main(void) { return 0; }
