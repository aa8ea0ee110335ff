// A block grows from 1 byte to 32 MiB by doubling and keeps its content.
// test-opts: --wall 60 --time 20
// expect-stdout: 25 doublings, last byte 26, size 33554432
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  size_t size = 1;
  int moves = 0;
  unsigned char* block = malloc(size);
  if (block == NULL) {
    return 1;
  }
  block[0] = 1;
  while (size < (size_t)32 << 20) {
    unsigned char* larger = realloc(block, size * 2);
    if (larger == NULL) {
      return 2;
    }
    block = larger;
    for (size_t i = size; i < size * 2; i++) {
      block[i] = (unsigned char)(block[i - size] + 1);
    }
    size *= 2;
    moves++;
  }
  printf("%d doublings, last byte %d, size %lu\n", moves, block[size - 1], (unsigned long)size);
  free(block);
  return 0;
}
