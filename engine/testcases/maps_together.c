// Eight threads ask for 64 MiB each at the same time; says so when one is told that there is none.
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_barrier_t all;

static void* body(void* unused) {
  pthread_barrier_wait(&all);
  void* p = mmap(NULL, 64 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) {
    _exit(write(1, "came back\n", 10) == 10 ? 3 : 4);
  }
  pthread_barrier_wait(&all);
  return unused;
}

int main(void) {
  pthread_t threads[8];
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 << 10);
  pthread_barrier_init(&all, NULL, 9);
  for (int i = 0; i < 8; i++) {
    pthread_create(&threads[i], &small, body, NULL);
  }
  pthread_barrier_wait(&all);
  pthread_barrier_wait(&all);
  return 0;
}
