// Runs in a sub-folder of a wider root with a read-only tree beside it: reads both, by paths
// relative to its folder and to the root, and cannot write the read-only one.
// test-opts: --root .. --cwd isolation --ro ../programs
// expect-stdout: read rotree.c
// expect-stdout: read ../README.md
// expect-stdout: read /src/isolation/rotree.c
// expect-stdout: read /ro0/hello.c
// expect-stdout: read-only /ro0/hello.c
// expect-stdout: read-only /ro0/new
// expect-report: exit 0
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void check_read(const char* path) {
  char byte;
  int fd = open(path, O_RDONLY);
  int got = fd < 0 ? -1 : (int)read(fd, &byte, 1);
  printf("%s %s\n", got == 1 ? "read" : strerror(errno), path);
  if (fd >= 0) {
    close(fd);
  }
}

static void check_read_only(const char* path, int flags) {
  int fd = open(path, O_WRONLY | flags, 0600);
  if (fd >= 0) {
    printf("ESCAPED: %s can be written\n", path);
    close(fd);
    return;
  }
  const int refused = errno == EROFS || errno == EACCES;
  printf("%s %s\n", refused ? "read-only" : strerror(errno), path);
}

int main(void) {
  check_read("rotree.c");
  check_read("../README.md");
  check_read("/src/isolation/rotree.c");
  check_read("/ro0/hello.c");
  check_read_only("/ro0/hello.c", 0);
  check_read_only("/ro0/new", O_CREAT);
  return 0;
}
