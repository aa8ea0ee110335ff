// Three children under --allow=threads: each exits with a code its parent collects.
// test-opts: --allow=threads
// expect-stdout: child 0: exited 1, code 10
// expect-stdout: child 1: exited 1, code 11
// expect-stdout: child 2: exited 1, code 12
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t children[3];
  for (int i = 0; i < 3; i++) {
    children[i] = fork();
    if (children[i] < 0) {
      return 1;
    }
    if (children[i] == 0) {
      _exit(10 + i);
    }
  }
  for (int i = 0; i < 3; i++) {
    int status = 0;
    if (waitpid(children[i], &status, 0) != children[i]) {
      return 2;
    }
    printf("child %d: exited %d, code %d\n", i, WIFEXITED(status) != 0, WEXITSTATUS(status));
  }
  return 0;
}
