// Four rounds of as many threads as its argument says, made by one another, all alive at once.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static int most;
static atomic_int made;
static pthread_barrier_t all;
static pthread_attr_t small;

static void* body(void* unused) {
  pthread_t mine[2];
  int n = 0;
  while (n < 2 && atomic_fetch_add(&made, 1) < most) {
    if (pthread_create(&mine[n++], &small, body, unused) != 0) {
      abort();
    }
  }
  pthread_barrier_wait(&all);
  while (n > 0) {
    pthread_join(mine[--n], NULL);
  }
  return NULL;
}

int main(int argc, char** argv) {
  most = argc == 2 ? atoi(argv[1]) : 1;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 << 10);
  pthread_barrier_init(&all, NULL, most + 1);
  for (int round = 0; round < 4; round++) {
    made = 0;
    body(NULL);
  }
  puts("done");
  return 0;
}
