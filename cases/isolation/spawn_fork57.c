// Makes a process by the raw fork call (57 on x86_64; architectures without one: a bare clone).
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
#ifdef SYS_fork
  pid_t pid = (pid_t)syscall(SYS_fork);
#else
  pid_t pid = (pid_t)syscall(SYS_clone, (long)SIGCHLD, 0L, 0L, 0L, 0L);
#endif
  if (pid == 0) {
    _exit(0);
  }
  puts(pid > 0 ? "ESCAPED: raw fork" : "raw fork returned an error");
  return pid > 0 && waitpid(pid, NULL, 0) == pid ? 0 : 3;
}
