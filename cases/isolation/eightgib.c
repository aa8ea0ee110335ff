// Maps 8 GiB at once and touches one page of every GiB.
// expect-stdout:
// expect-refused: mmap 8589934592 bytes over the cap (268435456)
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
  const size_t gib = (size_t)1 << 30;
  volatile char* memory = mmap(NULL, 8 * gib, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    perror("mmap");
    return 3;
  }
  for (size_t i = 0; i < 8; i++) {
    memory[i * gib] = 1;
  }
  puts("ESCAPED: 8 GiB mapped");
  return 0;
}
