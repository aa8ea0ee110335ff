// Prints for ever, a mebibyte at a time.
#include <string.h>
#include <unistd.h>

static char block[1 << 20];

int main(void) {
  memset(block, 'x', sizeof block);
  while (write(1, block, sizeof block) > 0) {
  }
  return 7;
}
