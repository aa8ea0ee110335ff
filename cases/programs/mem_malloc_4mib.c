// One block of 4 MiB (an mmap of its own in every C library), cleared, filled, freed, again.
// expect-stdout: round 0: 4195
// expect-stdout: round 1: 8390
// expect-stdout: round 2: 12585
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  for (int round = 0; round < 3; round++) {
    const size_t size = 4 << 20;
    unsigned char* block = calloc(1, size);
    unsigned long sum = 0;
    if (block == NULL) {
      return 1;
    }
    for (size_t i = 0; i < size; i += 1000) {
      sum += block[i];
    }
    memset(block, round + 1, size);
    for (size_t i = 0; i < size; i += 1000) {
      sum += block[i];
    }
    printf("round %d: %lu\n", round, sum);
    free(block);
  }
  return 0;
}
