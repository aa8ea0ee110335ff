// Tries to change whatever file stands behind 0, 1 and 2: its mode, its length, its times, its
// flags. In a box these are pipes of the box's own, so each call is harmless whatever it answers;
// a caller's log file would be changed. Devices are left alone: outside a box 0 may be /dev/null.
// test-revisions: mode length times flags
// test-args[rev:mode]: mode
// test-args[rev:length]: length
// test-args[rev:times]: times
// test-args[rev:flags]: flags
// expect-stdout[rev:mode]: mode: harmless
// expect-stdout[rev:length]: length: harmless
// expect-stdout[rev:times]: times: harmless
// expect-stdout[rev:flags]: flags: harmless
// expect-report: exit 0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int attack(const char* what, int fd) {
  const struct timespec epoch[2] = {{1, 0}, {1, 0}};
  if (strcmp(what, "mode") == 0) {
    return fchmod(fd, 0777);
  }
  if (strcmp(what, "length") == 0) {
    return ftruncate(fd, 0);
  }
  if (strcmp(what, "times") == 0) {
    return futimens(fd, epoch);
  }
  return fcntl(fd, F_SETFL, O_APPEND);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "flags";
  int escaped = 0;
  for (int fd = 0; fd < 3; fd++) {
    struct stat status;
    if (fstat(fd, &status) != 0 || S_ISCHR(status.st_mode)) {
      continue;
    }
    if (attack(what, fd) == 0 && !S_ISFIFO(status.st_mode)) {
      escaped++;
    }
  }
  printf("%s: %s\n", what, escaped ? "ESCAPED: a file of the caller was changed" : "harmless");
  return 0;
}
