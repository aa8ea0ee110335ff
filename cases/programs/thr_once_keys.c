// pthread_once, keys with destructors, a read-write lock and a barrier.
// test-opts: --allow=threads
// expect-stdout: initialised 1, destroyed 4
// expect-stdout: seen 6 6 6 6
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static int initialised, destroyed, value, seen[4], numbers[4] = {0, 1, 2, 3};

static void destroy(void* unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  destroyed++;
  pthread_rwlock_unlock(&lock);
}

static void initialise(void) {
  initialised++;
  pthread_key_create(&key, destroy);
}

static void* work(void* argument) {
  int number = *(int*)argument;
  pthread_once(&once, initialise);
  pthread_setspecific(key, argument);
  pthread_rwlock_wrlock(&lock);
  value += number;
  pthread_rwlock_unlock(&lock);
  pthread_barrier_wait(&barrier);
  pthread_rwlock_rdlock(&lock);
  seen[number] = value;
  pthread_rwlock_unlock(&lock);
  return pthread_getspecific(key) == argument ? NULL : argument;
}

int main(void) {
  pthread_t threads[4];
  pthread_barrier_init(&barrier, NULL, 4);
  for (int i = 0; i < 4; i++) {
    if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0) {
      return 1;
    }
  }
  for (int i = 0; i < 4; i++) {
    pthread_join(threads[i], NULL);
  }
  printf("initialised %d, destroyed %d\n", initialised, destroyed);
  printf("seen %d %d %d %d\n", seen[0], seen[1], seen[2], seen[3]);
  return 0;
}
