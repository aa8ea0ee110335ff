// Four threads allocate and free: every arena of the C library counts against the memory cap,
// which is therefore wider.
// test-opts: --allow=threads --mem 1024
// expect-stdout: 627227 629927 630995 630243
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* work(void* argument) {
  unsigned seed = *(unsigned*)argument;
  char* blocks[64] = {0};
  unsigned long sum = 0;
  for (int i = 0; i < 20000; i++) {
    unsigned slot = (seed = seed * 1103515245u + 12345u) >> 16 & 63;
    size_t size = 16 + (seed >> 8) % 2000;
    free(blocks[slot]);
    blocks[slot] = malloc(size);
    memset(blocks[slot], (int)slot, size);
    sum += (unsigned long)blocks[slot][size - 1];
  }
  for (int i = 0; i < 64; i++) {
    free(blocks[i]);
  }
  *(unsigned*)argument = (unsigned)sum;
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  unsigned values[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; i++) {
    if (pthread_create(&threads[i], NULL, work, &values[i]) != 0) {
      return 1;
    }
  }
  for (int i = 0; i < 4; i++) {
    pthread_join(threads[i], NULL);
  }
  printf("%u %u %u %u\n", values[0], values[1], values[2], values[3]);
  return 0;
}
