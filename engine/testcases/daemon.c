// Leaves a process behind that would run for ever.
#include <stdio.h>
#include <unistd.h>

int main(void) {
  pid_t pid = fork();
  if (pid == 0) {
    for (;;) {
    }
  }
  printf("left: %d\n", pid > 0);
  return 0;
}
