/* A build that forks: up to 200 children, each of which keeps the cpu for three seconds. */
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void be_busy(void) {
  const time_t start = time(NULL);
  volatile unsigned long turns = 0;
  while (time(NULL) - start < 3) {
    turns++;
  }
}

int main(void) {
  int made = 0;
  for (int i = 0; i < 200; i++) {
    pid_t pid = fork();
    if (pid == 0) {
      be_busy();
      _exit(0);
    }
    made += pid > 0;
  }
  printf("ESCAPED: %d of 200 forks in a build\n", made);
  while (wait(NULL) > 0) {
  }
  return 0;
}
