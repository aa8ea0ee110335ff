// 200000 brackets in one expression: the compilers that go down for each of them run out of stack.
// A driver says so itself (4).
// test-revisions: tcc gcc clang musl_gcc gxx clangxx
// test-toolchain[rev:tcc]: tcc
// test-toolchain[rev:gcc]: gcc
// test-toolchain[rev:clang]: clang
// test-toolchain[rev:musl_gcc]: musl-gcc
// test-toolchain[rev:gxx]: g++
// test-toolchain[rev:clangxx]: clang++
// expect-compile: fail
// expect-exit: 4
// expect-report: compile: exit 4
// expect-stdout:
// expect-compile[rev:tcc]: fail
// expect-exit[rev:tcc]: 139
// expect-report[rev:tcc]: compile: killed: signal 11 (SIGSEGV)
// expect-stdout[rev:tcc]:
// expect-compile[rev:clang]: fail
// expect-exit[rev:clang]: 1
// expect-report[rev:clang]: compile: exit 1
// expect-stdout[rev:clang]:
// expect-compile[rev:clangxx]: fail
// expect-exit[rev:clangxx]: 1
// expect-report[rev:clangxx]: compile: exit 1
// expect-stdout[rev:clangxx]:
#define A4 ((((
#define A16 A4 A4 A4 A4
#define A64 A16 A16 A16 A16
#define A256 A64 A64 A64 A64
#define A1024 A256 A256 A256 A256
#define A4096 A1024 A1024 A1024 A1024
#define A16384 A4096 A4096 A4096 A4096
#define A65536 A16384 A16384 A16384 A16384
#define A262144 A65536 A65536 A65536 A65536

int main(void) { return A262144 0; }
