// Eight threads share a sum under a mutex; each returns its part.
// test-opts: --allow=threads
// expect-stdout: 1499980000 1499980000
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long total;
static long parts[8];

static void* work(void* argument) {
  long* part = argument;
  long base = part - parts;
  for (long i = 0; i < 5000; i++) {
    *part += base * 10000 + i;
    pthread_mutex_lock(&mutex);
    total += base * 10000 + i;
    pthread_mutex_unlock(&mutex);
  }
  return part;
}

int main(void) {
  pthread_t threads[8];
  long sum = 0;
  for (int i = 0; i < 8; i++) {
    if (pthread_create(&threads[i], NULL, work, &parts[i]) != 0) {
      return 1;
    }
  }
  for (int i = 0; i < 8; i++) {
    void* part;
    pthread_join(threads[i], &part);
    sum += *(long*)part;
  }
  printf("%ld %ld\n", total, sum);
  return 0;
}
