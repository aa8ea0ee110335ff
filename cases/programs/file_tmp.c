// A private file and a private folder under /tmp.
// expect-stdout: write 7
// expect-stdout: pread 3: rat
// expect-stdout: mode 600, size 7
// expect-stdout: unlink 0
// expect-stdout: mkdtemp 1
// expect-stdout: rmdir 0
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char name[] = "/tmp/sbxcaseXXXXXX", folder[] = "/tmp/sbxfolderXXXXXX", text[8] = {0};
  struct stat status;
  int fd = mkstemp(name);
  if (fd < 0) {
    perror("mkstemp");
    return 1;
  }
  printf("write %d\n", (int)write(fd, "scratch", 7));
  printf("pread %d: ", (int)pread(fd, text, 3, 2));
  puts(text);
  fstat(fd, &status);
  printf("mode %o, size %d\n", (unsigned)status.st_mode & 07777, (int)status.st_size);
  close(fd);
  printf("unlink %d\n", unlink(name));
  printf("mkdtemp %d\n", mkdtemp(folder) != NULL);
  printf("rmdir %d\n", rmdir(folder));
  return 0;
}
