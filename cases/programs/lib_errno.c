// Calls that fail leave the right errno, and the next success leaves it alone.
// expect-stdout: open: -1, errno as expected 1
// expect-stdout: close: -1, errno as expected 1
// expect-stdout: read: -1, errno as expected 1
// expect-stdout: open for writing: -1, errno as expected 1
// expect-stdout: write: 0, errno as expected 1
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static void show(const char* what, int result, int error) {
  printf("%s: %d, errno as expected %d\n", what, result, errno == error);
}

int main(void) {
  char byte = 0;
  int result = open("no/such/file", O_RDONLY);
  show("open", result, ENOENT);
  result = close(63);
  show("close", result, EBADF);
  result = (int)read(62, &byte, 1);
  show("read", result, EBADF);
  result = open(".", O_WRONLY);
  show("open for writing", result, EISDIR);
  errno = ERANGE;
  result = (int)write(1, "", 0);
  show("write", result, ERANGE);
  return 0;
}
