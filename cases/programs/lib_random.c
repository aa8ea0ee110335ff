// A generator of its own repeats; the library's repeats for a repeated seed.
// expect-stdout: 79690975fbde15b0
// expect-stdout: 2a337357ae2cc59b
// expect-stdout: 2fef107a27529ad0
// expect-stdout: e4093df8432a8be5
// expect-stdout: rand repeats 1
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 88172645463325252u;

static uint64_t xorshift(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

int main(void) {
  int first[8], same = 1;
  for (int i = 0; i < 4; i++) {
    printf("%016llx\n", (unsigned long long)xorshift());
  }
  srand(5);
  for (int i = 0; i < 8; i++) {
    first[i] = rand();
  }
  srand(5);
  for (int i = 0; i < 8; i++) {
    same &= rand() == first[i];
  }
  printf("rand repeats %d\n", same);
  return 0;
}
