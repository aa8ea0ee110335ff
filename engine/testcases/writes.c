// Creates or rewrites the files its arguments name.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
  for (int i = 1; i < argc; i++) {
    int fd = open(argv[i], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    printf("%s: %d\n", argv[i], fd < 0 ? errno : write(fd, "new\n", 4) == 4 ? 0 : errno);
    close(fd);
  }
  return 0;
}
