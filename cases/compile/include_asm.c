// Has the assembler include a file of the host as its source. tcc has no .include.
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
// expect-compile[rev:tcc]: fail
// expect-exit[rev:tcc]: 1
// expect-report[rev:tcc]: compile: exit 1
// expect-stdout[rev:tcc]:
__asm__(".include \"/etc/passwd\"");

int main(void) { return 0; }
