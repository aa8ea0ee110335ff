// With --proc there is a /proc of the box's own processes: what in it would reach memory, programs
// or other processes does not open, nor does anything of the host's, and nothing can be written.
// test-opts: --proc
// expect-stdout: read own status
// expect-stdout: no /proc/self/mem
// expect-stdout: no /proc/self/exe
// expect-stdout: no /proc/1/mem
// expect-stdout: no /proc/1/environ
// expect-stdout: no /proc/1/root/etc/passwd
// expect-stdout: no /proc/1/cwd/etc/passwd
// expect-stdout: no /proc/1/ns/user
// expect-stdout: no /proc/1/maps
// expect-stdout: no /proc/sysrq-trigger
// expect-stdout: no /proc/sys/kernel/core_pattern
// expect-stdout: no /proc/self/oom_score_adj
// expect-stdout: no /proc/self/uid_map
// expect-stdout: no /proc/self/attr/current
// expect-stdout: no /proc/kcore
// expect-stdout: 2 processes
// expect-report: exit 0
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "attack.h"

static const struct {
  int writing;
  const char* path;
} kClosed[] = {
    {1, "/proc/self/mem"},
    {1, "/proc/self/exe"},
    {0, "/proc/1/mem"},
    {0, "/proc/1/environ"},
    {0, "/proc/1/root/etc/passwd"},
    {0, "/proc/1/cwd/etc/passwd"},
    {0, "/proc/1/ns/user"},
    {0, "/proc/1/maps"},
    {1, "/proc/sysrq-trigger"},
    {1, "/proc/sys/kernel/core_pattern"},
    {1, "/proc/self/oom_score_adj"},
    {1, "/proc/self/uid_map"},
    {1, "/proc/self/attr/current"},
    {0, "/proc/kcore"},
};

int main(void) {
  const int own = open("/proc/self/status", O_RDONLY);
  puts(own >= 0 ? "read own status" : "no own status");
  for (size_t i = 0; i < sizeof kClosed / sizeof *kClosed; i++) {
    const int fd = open(kClosed[i].path, kClosed[i].writing ? O_WRONLY : O_RDONLY);
    if (fd >= 0) {
      printf("ESCAPED: opened %s\n", kClosed[i].path);
      close(fd);
    } else {
      printf("no %s\n", kClosed[i].path);
    }
  }
  DIR* all = opendir("/proc");
  if (all == NULL) {
    return 4;
  }
  int processes = 0;
  for (struct dirent* entry; (entry = readdir(all)) != NULL;) {
    processes += atoi(entry->d_name) > 0;
  }
  printf("%d processes\n", processes);
  closedir(all);
  return 0;
}
