/* Prints 256 MiB. */
#include <string.h>
#include <unistd.h>

enum { kBlock = 1 << 16, kBlocks = 1 << 12 };

int main(void) {
  static char block[kBlock];
  memset(block, 'x', sizeof block);
  block[kBlock - 1] = '\n';
  for (int i = 0; i < kBlocks; ++i) {
    for (size_t done = 0; done < sizeof block;) {
      const ssize_t n = write(1, block + done, sizeof block - done);
      if (n <= 0) {
        return 1;
      }
      done += (size_t)n;
    }
  }
  return 0;
}
