// Touches a page of a mapped file that lies past the file's end.
// expect-stdout:
// expect-signal: BUS
// expect-report: killed: signal 7 (SIGBUS)
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  int fd = open("sig_bus.scratch", O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || ftruncate(fd, 100) != 0) {
    return 1;
  }
  volatile char* map = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED) {
    return 2;
  }
  unlink("sig_bus.scratch");
  map[0] = 1;
  map[4096 + 100] = 1;
  return 0;
}
