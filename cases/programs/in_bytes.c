// Reads binary stdin with read(2): NUL, CR and 0xFF arrive unchanged.
// test-stdin-file: in_bytes.stdin
// expect-stdout: 1028 bytes, 5 NUL, 5 CR, 5 0xFF, hash be4159fb
#include <stdio.h>
#include <unistd.h>

int main(void) {
  unsigned char block[100];
  unsigned long counts[256] = {0}, total = 0, hash = 5381;
  ssize_t got;
  while ((got = read(0, block, sizeof block)) > 0) {
    for (ssize_t i = 0; i < got; i++) {
      counts[block[i]]++;
      hash = (hash * 33 + block[i]) & 0xffffffff;
    }
    total += (unsigned long)got;
  }
  printf("%lu bytes, %lu NUL, %lu CR, %lu 0xFF, hash %08lx\n", total, counts[0], counts['\r'],
         counts[255], hash);
  return 0;
}
