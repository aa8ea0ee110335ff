// Makes a process by the raw clone call.
// expect-stdout:
// expect-refused: process limit (0)
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t pid = (pid_t)syscall(SYS_clone, (long)SIGCHLD, 0L, 0L, 0L, 0L);
  if (pid == 0) {
    _exit(0);
  }
  puts(pid > 0 ? "ESCAPED: raw clone" : "raw clone returned an error");
  return pid > 0 && waitpid(pid, NULL, 0) == pid ? 0 : 3;
}
