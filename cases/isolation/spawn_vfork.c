// Makes a process by vfork, which shares the parent's memory until the child is gone.
// expect-stdout:
// expect-refused: process limit (0)
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t pid = vfork();
  if (pid == 0) {
    _exit(0);
  }
  puts(pid > 0 ? "ESCAPED: vfork" : "vfork returned an error");
  return pid > 0 && waitpid(pid, NULL, 0) == pid ? 0 : 3;
}
