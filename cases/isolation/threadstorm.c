// Starts threads without end (outside a box: 200 of them) that all wait on one lock. Their stacks
// are small, so that the thread limit is met long before the memory cap.
// test-opts: --allow=threads
// expect-stdout:
// expect-refused: thread limit (64)
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void* wait_at_gate(void* unused) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return unused;
}

int main(void) {
  static pthread_t threads[200];
  pthread_attr_t attributes;
  int made = 0;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 131072);  // aarch64 takes no less
  pthread_mutex_lock(&gate);
  while (made < 200 && pthread_create(&threads[made], &attributes, wait_at_gate, NULL) == 0) {
    made++;
  }
  printf("ESCAPED: %d threads, and the box let the program go on\n", made);
  pthread_mutex_unlock(&gate);
  for (int i = 0; i < made; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
