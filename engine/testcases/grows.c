// Writes a file until it cannot.
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static char block[1 << 20];

int main(void) {
  int fd = open("/tmp/large", O_WRONLY | O_CREAT, 0644);
  memset(block, 'x', sizeof block);
  while (write(fd, block, sizeof block) > 0) {
  }
  return 7;
}
