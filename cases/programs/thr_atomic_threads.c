// Four threads count to 200000 together, without a lock.
// test-toolchain: gcc
// test-opts: --allow=threads
// expect-stdout: 200000
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_long counter;

static void* count(void* unused) {
  for (int i = 0; i < 50000; i++) {
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) {
    if (pthread_create(&threads[i], NULL, count, NULL) != 0) {
      return 1;
    }
  }
  for (int i = 0; i < 4; i++) {
    pthread_join(threads[i], NULL);
  }
  printf("%ld\n", atomic_load(&counter));
  return 0;
}
