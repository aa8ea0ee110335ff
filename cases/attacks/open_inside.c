// Inside its tree a program may say where a name starts in every way there is: none is refused.
// expect-stdout: plain ok
// expect-stdout: from a folder ok
// expect-stdout: from a folder by O_PATH ok
// expect-stdout: above and back ok
// expect-stdout: openat2 ok
// expect-stdout: openat2 beneath ok
// expect-stdout: openat2 in root ok
// expect-stdout: openat2 without links ok
// expect-stdout: the descriptor itself: errno 2
// expect-stdout: a long way ok
// expect-stdout: removed: errno 2
// expect-report: exit 0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

struct how {
  uint64_t flags, mode, resolve;
};

static void show(const char* what, long fd) {
  if (fd >= 0) {
    printf("%s ok\n", what);
    close((int)fd);
  } else {
    printf("%s: errno %d\n", what, errno);
  }
}

static long openat2(int folder, const char* path, uint64_t resolve) {
  const struct how how = {O_RDONLY, 0, resolve};
  return syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int main(void) {
  char path[4000] = "";
  if (!in_a_box() || mkdir("attack", 0700) != 0 ||
      close(open("attack/f", O_CREAT | O_WRONLY, 0600)) != 0) {
    return 2;
  }
  const int folder = open("attack", O_RDONLY | O_DIRECTORY);
  const int by_path = open("attack", O_PATH | O_DIRECTORY);
  show("plain", open("attack/f", O_RDONLY));
  show("from a folder", openat(folder, "f", O_RDONLY));
  show("from a folder by O_PATH", openat(by_path, "f", O_RDONLY));
  show("above and back", open("/tmp/../src/./attack/../attack//f", O_RDONLY));
  show("openat2", openat2(AT_FDCWD, "attack/f", 0));
  show("openat2 beneath", openat2(folder, "f", 8));
  show("openat2 in root", openat2(folder, "f", 16));
  show("openat2 without links", openat2(folder, "f", 4));
  show("the descriptor itself", openat(folder, "", O_RDONLY));
  for (int i = 0; i < 390; i++) {
    strcat(path, "attack/../");
  }
  show("a long way", open(strcat(path, "attack/f"), O_RDONLY));
  if (unlink("attack/f") != 0 || rmdir("attack") != 0) {
    return 4;
  }
  show("removed", openat(folder, "f", O_RDONLY));
  return 0;
}
