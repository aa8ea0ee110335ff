/* checker EXPECTED CODE PROGRAM [SOURCE]: what sbx-test does without a box, for runners that only
 * look at exit codes: runs PROGRAM (compiled from SOURCE by tcc first) and ends 0 if it printed the
 * bytes of the file EXPECTED and ended with CODE. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char wanted[1 << 16], got[1 << 16];

static ssize_t read_all(int fd, char *to, size_t room) {
  size_t have = 0;
  ssize_t n;
  while ((n = read(fd, to + have, room - have)) > 0) {
    have += (size_t)n;
  }
  return n < 0 ? -1 : (ssize_t)have;
}

/* The exit code, or -1; what it prints goes into `out` where there is one. */
static int run(char *const argv[], char *out, size_t room, ssize_t *bytes) {
  int ends[2] = {-1, -1};
  if (out != NULL && pipe(ends) != 0) {
    return -1;
  }
  const pid_t pid = vfork();
  if (pid == 0) {
    if (out != NULL) {
      dup2(ends[1], 1);
      close(ends[0]);
      close(ends[1]);
    }
    execvp(argv[0], argv);
    _exit(127);
  }
  if (out != NULL) {
    close(ends[1]);
    *bytes = read_all(ends[0], out, room);
    close(ends[0]);
  }
  int status = 0;
  if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status)) {
    return -1;
  }
  return WEXITSTATUS(status);
}

int main(int argc, char **argv) {
  if (argc != 4 && argc != 5) {
    fprintf(stderr, "usage: checker EXPECTED CODE PROGRAM [SOURCE]\n");
    return 2;
  }
  char *compile[] = {"tcc", "-o", argv[3], argv[4], NULL};
  if (argc == 5 && run(compile, NULL, 0, NULL) != 0) {
    return 1;
  }
  const int fd = open(argv[1], O_RDONLY | O_CLOEXEC);
  const ssize_t length = fd < 0 ? -1 : read_all(fd, wanted, sizeof wanted);
  char *program[] = {argv[3], NULL};
  ssize_t bytes = -1;
  const int code = run(program, got, sizeof got, &bytes);
  return length >= 0 && code == atoi(argv[2]) && bytes == length &&
                 memcmp(wanted, got, (size_t)length) == 0
             ? 0
             : 1;
}
