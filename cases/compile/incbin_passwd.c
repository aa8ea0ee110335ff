// Has the assembler copy a file of the host into the program, which prints it. tcc has no .incbin.
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
#include <stdio.h>

__asm__(
    ".data\n"
    ".globl stolen\n"
    "stolen:\n"
    ".incbin \"/etc/passwd\"\n"
    ".byte 0\n"
    ".text\n");
extern char stolen[];

int main(void) {
  printf("ESCAPED: %s\n", stolen);
  return 0;
}
