// 20000 blocks of mixed sizes, freed in another order.
// expect-stdout: 20000 blocks, 0 wrong
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  enum { kBlocks = 20000 };
  static unsigned char* blocks[kBlocks];
  static int sizes[kBlocks];
  unsigned seed = 7;
  int wrong = 0;
  for (int i = 0; i < kBlocks; i++) {
    seed = seed * 1103515245u + 12345u;
    sizes[i] = 1 + (int)(seed >> 16) % 500;
    blocks[i] = malloc((size_t)sizes[i]);
    memset(blocks[i], i & 0xff, (size_t)sizes[i]);
  }
  for (int step = 0; step < 7; step++) {
    for (int i = step; i < kBlocks; i += 7) {
      wrong += blocks[i][0] != (i & 0xff) || blocks[i][sizes[i] - 1] != (i & 0xff);
      free(blocks[i]);
    }
  }
  printf("%d blocks, %d wrong\n", kBlocks, wrong);
  return 0;
}
