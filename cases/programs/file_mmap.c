// A file seen and changed through a shared map.
// expect-stdout: map reads [written by write]
// expect-stdout: file reads [written by map! ]
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  static const char name[] = "file_mmap.scratch";
  char text[17] = {0};
  int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || write(fd, "written by write", 16) != 16) {
    return 1;
  }
  char* map = mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED) {
    perror("mmap");
    return 2;
  }
  printf("map reads [%.16s]\n", map);
  memcpy(map + 11, "map! ", 5);
  if (pread(fd, text, 16, 0) != 16) {
    return 3;
  }
  printf("file reads [%s]\n", text);
  munmap(map, 16);
  close(fd);
  return unlink(name);
}
