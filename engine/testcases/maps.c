// Asks for as many MiB in one block as its argument says.
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(int argc, char** argv) {
  unsigned long bytes = strtoul(argc == 2 ? argv[1] : "1", NULL, 10) << 20;
  void* p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("came back: %d\n", p != MAP_FAILED);
  return 0;
}
