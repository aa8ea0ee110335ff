// A producer and two consumers over a ring of four places.
// test-opts: --allow=threads
// expect-stdout: 1000 values, sum 500500
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int ring[4], head, used, taken;
static long sum;

static void put(int value) {
  pthread_mutex_lock(&mutex);
  while (used == 4) {
    pthread_cond_wait(&not_full, &mutex);
  }
  ring[(head + used++) % 4] = value;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
}

static void* consume(void* unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (used == 0) {
      pthread_cond_wait(&not_empty, &mutex);
    }
    int value = ring[head];
    head = (head + 1) % 4;
    used--;
    if (value >= 0) {
      sum += value;
      taken++;
    }
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
    if (value < 0) {
      return unused;
    }
  }
}

int main(void) {
  pthread_t consumers[2];
  for (int i = 0; i < 2; i++) {
    if (pthread_create(&consumers[i], NULL, consume, NULL) != 0) {
      return 1;
    }
  }
  for (int i = 1; i <= 1000; i++) {
    put(i);
  }
  put(-1);
  put(-1);
  for (int i = 0; i < 2; i++) {
    pthread_join(consumers[i], NULL);
  }
  printf("%d values, sum %ld\n", taken, sum);
  return 0;
}
