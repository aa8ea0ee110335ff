// The umask, modes at creation, chmod, access.
// expect-stdout: made 640
// expect-stdout: again -1
// expect-stdout: changed 600
// expect-stdout: access 0 -1
// expect-stdout: folder 751
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned mode_of(const char* name) {
  struct stat status;
  return stat(name, &status) == 0 ? (unsigned)status.st_mode & 07777 : 0;
}

int main(void) {
  static const char name[] = "file_modes.scratch";
  umask(027);
  close(open(name, O_CREAT | O_WRONLY | O_EXCL, 0666));
  printf("made %o\n", mode_of(name));
  printf("again %d\n", open(name, O_CREAT | O_WRONLY | O_EXCL, 0666));
  chmod(name, 0600);
  printf("changed %o\n", mode_of(name));
  printf("access %d %d\n", access(name, R_OK | W_OK), access("file_modes.absent", F_OK));
  unlink(name);
  umask(0);
  mkdir(name, 0751);
  printf("folder %o\n", mode_of(name));
  return rmdir(name);
}
