// Makes one process; says so when the call came back.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t pid = fork();
  if (pid == 0) {
    _exit(0);
  }
  printf("came back: %d\n", pid > 0);
  wait(NULL);
  return 0;
}
