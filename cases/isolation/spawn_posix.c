// Makes a process by posix_spawn of the program itself.
// expect-stdout:
// expect-refused: process limit (0)
#include <spawn.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>

int main(int argc, char** argv) {
  char* child_argv[] = {argv[0], "child", NULL};
  char* child_environment[] = {NULL};
  pid_t pid = 0;
  if (argc > 1) {
    return 0;
  }
  int error = posix_spawn(&pid, argv[0], NULL, NULL, child_argv, child_environment);
  puts(error == 0 ? "ESCAPED: posix_spawn" : "posix_spawn returned an error");
  return error == 0 && waitpid(pid, NULL, 0) == pid ? 0 : 3;
}
