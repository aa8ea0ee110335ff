// Thread-local variables: every thread has its own, with its first value.
// test-toolchain: gcc
// test-opts: --allow=threads
// expect-stdout: 111 121 131, main's own 1
#include <pthread.h>
#include <stdio.h>

static _Thread_local int mine = 100;
static _Thread_local char zeroed[1000];

static void* work(void* argument) {
  int* result = argument;
  for (int i = 0; i < *result; i++) {
    mine++;
    zeroed[i]++;
  }
  *result = mine + zeroed[0];
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int values[3] = {10, 20, 30};
  mine = 1;
  for (int i = 0; i < 3; i++) {
    if (pthread_create(&threads[i], NULL, work, &values[i]) != 0) {
      return 1;
    }
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  printf("%d %d %d, main's own %d\n", values[0], values[1], values[2], mine);
  return 0;
}
