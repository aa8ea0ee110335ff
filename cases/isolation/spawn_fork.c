// Makes a process by the C library's fork.
// expect-stdout:
// expect-refused: process limit (0)
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t pid = fork();
  if (pid == 0) {
    _exit(0);
  }
  puts(pid > 0 ? "ESCAPED: fork" : "fork returned an error");
  return pid > 0 && waitpid(pid, NULL, 0) == pid ? 0 : 3;
}
