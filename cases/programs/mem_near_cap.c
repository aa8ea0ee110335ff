// Fills 200 of its 256 MiB.
// test-opts: --wall 60 --time 20
// expect-stdout: 200 MiB, sum 19900
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static unsigned char* blocks[200];
  unsigned long sum = 0;
  for (int i = 0; i < 200; i++) {
    blocks[i] = malloc(1 << 20);
    if (blocks[i] == NULL) {
      printf("malloc failed after %d MiB\n", i);
      return 1;
    }
    for (int j = 0; j < 1 << 20; j += 4096) {
      blocks[i][j] = (unsigned char)i;
    }
  }
  for (int i = 0; i < 200; i++) {
    sum += blocks[i][(1 << 20) - 4096];
    free(blocks[i]);
  }
  printf("200 MiB, sum %lu\n", sum);
  return 0;
}
