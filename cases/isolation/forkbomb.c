// Forks in a loop, up to 200 children that stay alive for two seconds.
// test-revisions: default threads
// test-opts[rev:threads]: --allow=threads
// expect-stdout:
// expect-refused: process limit (0)
// expect-refused[rev:threads]: process limit (64)
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  int made = 0;
  for (int i = 0; i < 200; i++) {
    pid_t pid = fork();
    if (pid == 0) {
      struct timespec two_seconds = {2, 0};
      nanosleep(&two_seconds, NULL);
      _exit(0);
    }
    if (pid > 0) {
      made++;
    }
  }
  printf("ESCAPED: %d of 200 forks, and the box let the program go on\n", made);
  while (wait(NULL) > 0) {
  }
  return 0;
}
