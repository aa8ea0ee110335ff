// A few names outside the box are asked for by honest programs: they do not exist, quietly. What is
// only near them is refused; nothing can be made under them.
// test-revisions: quiet by_dots made near below out_again backup
// test-args[rev:quiet]: quiet
// test-args[rev:by_dots]: by_dots
// test-args[rev:made]: made
// test-args[rev:near]: near
// test-args[rev:below]: below
// test-args[rev:out_again]: out_again
// test-args[rev:backup]: backup
// expect-stdout:
// expect-stdout[rev:quiet]: quiet: errno 2
// expect-report[rev:quiet]: exit 3
// expect-stdout[rev:by_dots]: by_dots: errno 2
// expect-report[rev:by_dots]: exit 3
// expect-stdout[rev:made]: made: errno 2
// expect-report[rev:made]: exit 3
// expect-refused[rev:near]: open /etc/passwd-
// expect-refused[rev:below]: open /etc/passwd/x
// expect-refused[rev:out_again]: open /usr/share/zoneinfo/../../../etc/shadow
// expect-refused[rev:backup]: open /etc/localtime2
#include <errno.h>
#include <fcntl.h>

#include "attack.h"

static const struct {
  const char *way, *path;
} kNames[] = {
    {"quiet", "/etc/localtime"},
    {"by_dots", "/src/../etc//./passwd"},
    {"near", "/etc/passwd-"},
    {"below", "/etc/passwd/x"},
    {"out_again", "/usr/share/zoneinfo/../../../etc/shadow"},
    {"backup", "/etc/localtime2"},
};

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "quiet";
  const char* path = "/usr/share/zoneinfo/attack";
  int flags = O_RDONLY;
  if (!in_a_box()) {
    return 2;
  }
  for (size_t i = 0; i < sizeof kNames / sizeof *kNames; i++) {
    path = is(way, kNames[i].way) ? kNames[i].path : path;
  }
  if (is(way, "made")) {
    flags = O_WRONLY | O_CREAT;
  }
  const int fd = open(path, flags, 0600);
  if (fd >= 0) {
    printf("ESCAPED: %s\n", path);
    return 0;
  }
  printf("%s: errno %d\n", way, errno);
  return 3;
}
