// Opens files until no descriptor is left: a named error, and all of them close again.
// expect-stdout: at least 50: 1
// expect-stdout: all or EMFILE: 1
// expect-stdout: all closed: 1
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  static const char name[] = "file_limit.scratch";
  static int fds[70];
  int count = 0, closed = 0;
  close(open(name, O_WRONLY | O_CREAT, 0600));
  while (count < 70 && (fds[count] = open(name, O_RDONLY)) >= 0) {
    count++;
  }
  printf("at least 50: %d\n", count >= 50);
  printf("all or EMFILE: %d\n", count == 70 || errno == EMFILE);
  for (int i = 0; i < count; i++) {
    closed += close(fds[i]) == 0;
  }
  printf("all closed: %d\n", closed == count);
  return unlink(name);
}
