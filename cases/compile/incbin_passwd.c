// Has the assembler copy a file of the host into the program, which prints it.
// test-toolchain: gcc
// expect-compile: fail
// expect-exit: 125
// expect-report: compile: refused: open /etc/passwd
// expect-stdout:
#include <stdio.h>

__asm__(".data\n"
        ".globl stolen\n"
        "stolen: .incbin \"/etc/passwd\"\n"
        ".byte 0\n"
        ".text\n");
extern char stolen[];

int main(void) {
  printf("ESCAPED: %s\n", stolen);
  return 0;
}
