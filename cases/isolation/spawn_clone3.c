// Makes a process by the raw clone3 call, whose flags a filter cannot see.
// expect-stdout:
// expect-refused: process limit (0)
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// The kernel's struct clone_args, first version (64 bytes).
struct clone3_arguments {
  uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
};

int main(void) {
  struct clone3_arguments arguments;
  memset(&arguments, 0, sizeof arguments);
  arguments.exit_signal = SIGCHLD;
  pid_t pid = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
  if (pid == 0) {
    _exit(0);
  }
  puts(pid > 0 ? "ESCAPED: raw clone3" : "raw clone3 returned an error");
  return pid > 0 && waitpid(pid, NULL, 0) == pid ? 0 : 3;
}
