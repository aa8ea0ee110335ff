// Aligned allocation, and malloc's own alignment.
// expect-stdout: malloc misaligned 0
// expect-stdout: 16: error 0, remainder 0
// expect-stdout: 256: error 0, remainder 0
// expect-stdout: 4096: error 0, remainder 0
// expect-stdout: 65536: error 0, remainder 0
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int misaligned = 0;
  for (size_t size = 1; size < 2000; size += 13) {
    void* block = malloc(size);
    misaligned += (uintptr_t)block % 16 != 0;
    free(block);
  }
  printf("malloc misaligned %d\n", misaligned);
  for (size_t alignment = 16; alignment <= 65536; alignment *= 16) {
    void* block = NULL;
    int error = posix_memalign(&block, alignment, 100);
    printf("%lu: error %d, remainder %lu\n", (unsigned long)alignment, error,
           (unsigned long)((uintptr_t)block % alignment));
    free(block);
  }
  return 0;
}
