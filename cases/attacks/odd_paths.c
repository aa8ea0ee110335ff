// Opens names that are hard to show: the report holds the program's own text, each byte that is not
// printable as an escape, 256 bytes at most, always on its one line.
// expect-stdout:
// test-revisions: newline report_line escape not_utf8 utf8 backslash tab return delete long_name longest too_long nine_thousand relative dots many_dots slashes dot_names trailing by_folder top above null unmapped kernel not_ended
// test-args[rev:newline]: newline
// test-args[rev:report_line]: report_line
// test-args[rev:escape]: escape
// test-args[rev:not_utf8]: not_utf8
// test-args[rev:utf8]: utf8
// test-args[rev:backslash]: backslash
// test-args[rev:tab]: tab
// test-args[rev:return]: return
// test-args[rev:delete]: delete
// test-args[rev:long_name]: long_name
// test-args[rev:longest]: longest
// test-args[rev:too_long]: too_long
// test-args[rev:nine_thousand]: nine_thousand
// test-args[rev:relative]: relative
// test-args[rev:dots]: dots
// test-args[rev:many_dots]: many_dots
// test-args[rev:slashes]: slashes
// test-args[rev:dot_names]: dot_names
// test-args[rev:trailing]: trailing
// test-args[rev:by_folder]: by_folder
// test-args[rev:top]: top
// test-args[rev:above]: above
// test-args[rev:null]: null
// test-args[rev:unmapped]: unmapped
// test-args[rev:kernel]: kernel
// test-args[rev:not_ended]: not_ended
// expect-refused: open with unreadable arguments
// expect-refused[rev:newline]: open /etc/a\nb
// expect-refused[rev:report_line]: open /etc/x\nsandbox: exit 0
// expect-refused[rev:escape]: open /etc/\x1b[2Jgone
// expect-refused[rev:not_utf8]: open /etc/\xff\xfe\xc3(
// expect-refused[rev:utf8]: open /etc/\xe2\x82\xac
// expect-refused[rev:backslash]: open /etc/\\n\\x41
// expect-refused[rev:tab]: open /etc/a\tb
// expect-refused[rev:return]: open /etc/a\x0db
// expect-refused[rev:delete]: open /etc/\x7f
// expect-refused[rev:long_name]: open /etc/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn...
// expect-refused[rev:longest]: open /etc/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn...
// expect-refused[rev:relative]: open ../etc/shadow
// expect-refused[rev:dots]: open /src/../etc/shadow
// expect-refused[rev:many_dots]: open ../../../../etc/shadow
// expect-refused[rev:slashes]: open //etc///shadow
// expect-refused[rev:dot_names]: open /./etc/./shadow/.
// expect-refused[rev:trailing]: open /etc/shadow/
// expect-refused[rev:by_folder]: open /srcs
// expect-refused[rev:top]: open /
// expect-refused[rev:above]: open ..
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

enum { kPage = 65536, kPathMax = 4096 };

static const struct {
  const char *way, *path;
} kNames[] = {
    {"newline", "/etc/a\nb"},
    {"report_line", "/etc/x\nsandbox: exit 0"},
    {"escape", "/etc/\033[2Jgone"},
    {"not_utf8", "/etc/\xff\xfe\xc3("},
    {"utf8", "/etc/\xe2\x82\xac"},
    {"backslash", "/etc/\\n\\x41"},
    {"tab", "/etc/a\tb"},
    {"return", "/etc/a\rb"},
    {"delete", "/etc/\x7f"},
    {"relative", "../etc/shadow"},
    {"dots", "/src/../etc/shadow"},
    {"many_dots", "../../../../etc/shadow"},
    {"slashes", "//etc///shadow"},
    {"dot_names", "/./etc/./shadow/."},
    {"trailing", "/etc/shadow/"},
    {"by_folder", "/srcs"},
    {"top", "/"},
    {"above", ".."},
    {"kernel", (const char*)~0xfffUL},
};

// A name of LENGTH bytes, its NUL not counted; without one, up to the last byte that can be read.
static char* long_name(size_t length, int ended) {
  char* pages = mmap(NULL, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || munmap(pages + kPage, kPage) != 0) {
    _exit(4);
  }
  char* name = pages + kPage - length - (ended ? 1 : 0);
  memset(name, 'n', length);
  memcpy(name, "/etc/", 5);
  return name;
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "dots";
  const char* path = NULL;
  for (size_t i = 0; i < sizeof kNames / sizeof *kNames; i++) {
    path = is(way, kNames[i].way) ? kNames[i].path : path;
  }
  if (is(way, "long_name")) {
    path = long_name(300, 1);
  } else if (is(way, "longest")) {
    path = long_name(kPathMax - 1, 1);
  } else if (is(way, "too_long")) {
    path = long_name(kPathMax, 1);
  } else if (is(way, "nine_thousand")) {
    path = long_name(9000, 1);
  } else if (is(way, "unmapped")) {
    path = long_name(100, 1) + kPage;
  } else if (is(way, "not_ended")) {
    path = long_name(100, 0);
  }
  const int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  printf("%s: %d, errno %d\n", fd >= 0 ? "ESCAPED" : "came back", fd, errno);
  return 3;
}
