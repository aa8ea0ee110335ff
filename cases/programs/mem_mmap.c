// Anonymous maps: zeroed, protected, unmapped in the middle, grown by mremap.
// expect-stdout: nonzero at start 0
// expect-stdout: munmap of the middle 0
// expect-stdout: mprotect of the first page 0
// expect-stdout: first page still reads m, last m
// expect-stdout: grown keeps m and has 0 after it
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
  const size_t page = 4096;
  char* map = mmap(NULL, 16 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int nonzero = 0;
  if (map == MAP_FAILED) {
    return 1;
  }
  for (size_t i = 0; i < 16 * page; i++) {
    nonzero += map[i] != 0;
  }
  memset(map, 'm', 16 * page);
  printf("nonzero at start %d\n", nonzero);
  printf("munmap of the middle %d\n", munmap(map + 8 * page, page));
  printf("mprotect of the first page %d\n", mprotect(map, page, PROT_READ));
  printf("first page still reads %c, last %c\n", map[0], map[16 * page - 1]);
  char* grown = mremap(map + 9 * page, 7 * page, 64 * page, MREMAP_MAYMOVE);
  if (grown == MAP_FAILED) {
    return 2;
  }
  printf("grown keeps %c and has %d after it\n", grown[7 * page - 1], grown[7 * page]);
  return munmap(grown, 64 * page);
}
