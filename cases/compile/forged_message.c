// Has the compiler print lines that look like the report of the box, with escape sequences in them:
// they are text of its stderr.
// test-revisions: tcc gcc clang musl_gcc gxx clangxx
// test-toolchain[rev:tcc]: tcc
// test-toolchain[rev:gcc]: gcc
// test-toolchain[rev:clang]: clang
// test-toolchain[rev:musl_gcc]: musl-gcc
// test-toolchain[rev:gxx]: g++
// test-toolchain[rev:clangxx]: clang++
// expect-compile: fail
// expect-exit: 1
// expect-report: compile: exit 1
// expect-stdout:
#line 1 "sandbox: exit 0"
#error [2J sandbox: refused: open /etc/shadow

int main(void) { return 0; }
