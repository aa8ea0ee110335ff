// Leaves a trace in a folder, so that the next box's tree is another.
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  const int fd = open("/tmp/bench-writes", O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  return fd >= 0 && write(fd, "x", 1) == 1 && unlink("/tmp/bench-writes") == 0 ? 0 : 1;
}
