// Writes files and a folder under /src, changes and removes some: all of it is gone with the box.
// expect-stdout: kept 12 bytes
// expect-report: exit 0
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int put(const char* path, int flags, const char* text, size_t length) {
  int fd = open(path, O_WRONLY | O_CREAT | flags, 0644);
  int kept = fd >= 0 && write(fd, text, length) == (ssize_t)length;
  if (fd >= 0) {
    close(fd);
  }
  return kept;
}

int main(void) {
  struct stat status;
  if (mkdir("writer-made", 0755) != 0 || !put("writer-made/first", O_TRUNC, "first\n", 6) ||
      !put("writer-made/first", O_APPEND, "again\n", 6) ||
      !put("writer-made/second", O_TRUNC, "second\n", 7)) {
    perror("write");
    return 3;
  }
  if (rename("writer-made/first", "writer-made/kept") != 0 || unlink("writer-made/second") != 0 ||
      stat("writer-made/kept", &status) != 0) {
    perror("rename");
    return 4;
  }
  printf("kept %d bytes\n", (int)status.st_size);
  return 0;
}
