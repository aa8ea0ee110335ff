// Exits with 256 + 3: the kernel keeps the low eight bits.
// expect-stdout:
// expect-exit: 3
#include <stdlib.h>

int main(void) {
  exit(256 + 3);
}
