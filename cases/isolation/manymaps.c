// Maps 64 MiB again and again until it is stopped (outside a box: 64 times, untouched). Four of
// them are exactly the cap: the program's own pages make the fourth too much.
// expect-stdout:
// expect-refused: mmap 67108864 bytes over the cap (268435456)
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
  int made = 0;
  while (made < 64 && mmap(NULL, (size_t)64 << 20, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED) {
    made++;
  }
  printf("ESCAPED: %d maps of 64 MiB, and the box let the program go on\n", made);
  return 0;
}
