// Asks for a user namespace of its own by the raw clone call.
// expect-stdout:
// expect-refused: clone with namespace flags
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kNewUser = 0x10000000 };  // CLONE_NEWUSER

int main(void) {
  pid_t pid = (pid_t)syscall(SYS_clone, (long)(kNewUser | SIGCHLD), 0L, 0L, 0L, 0L);
  if (pid == 0) {
    _exit(0);
  }
  puts(pid > 0 ? "ESCAPED: a user namespace" : "clone returned an error");
  return pid > 0 && waitpid(pid, NULL, 0) == pid ? 0 : 3;
}
