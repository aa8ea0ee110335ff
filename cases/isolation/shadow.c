// Opens and reads the host's password hashes.
// expect-stdout:
// expect-refused: open /etc/shadow
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  char byte;
  int fd = open("/etc/shadow", O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    perror("open");
    return 3;
  }
  if (read(fd, &byte, 1) == 1) {
    puts("ESCAPED: /etc/shadow is readable");
  }
  return 0;
}
