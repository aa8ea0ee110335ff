// Has a static array of 1 GiB: the kernel would map it in execve, before the first instruction.
// expect-stdout:
// expect-refused: execve over the memory cap (268435456)
#include <stdio.h>

static volatile char big[1 << 30];

int main(void) {
  big[0] = 1;
  big[sizeof big - 1] = 1;
  printf("ESCAPED: a static array of 1 GiB, %d\n", big[0] + big[sizeof big - 1]);
  return 0;
}
