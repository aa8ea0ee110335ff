// After its start a program has no capability, no way to new ones, a filter, and a user namespace in
// which none may be made.
// test-opts: --proc
// expect-stdout: CapInh: 0000000000000000
// expect-stdout: CapPrm: 0000000000000000
// expect-stdout: CapEff: 0000000000000000
// expect-stdout: CapAmb: 0000000000000000
// expect-stdout: NoNewPrivs: 1
// expect-stdout: Seccomp: 2
// expect-stdout: max_user_namespaces: 0
// expect-report: exit 0
#include <fcntl.h>
#include <unistd.h>

#include "attack.h"

int main(void) {
  static const char* const kLines[] = {"CapInh", "CapPrm",     "CapEff",
                                       "CapAmb", "NoNewPrivs", "Seccomp"};
  static char text[8192];
  int fd = open("/proc/self/status", O_RDONLY);
  if (fd < 0 || read(fd, text, sizeof text - 1) <= 0) {
    puts("no /proc/self/status");
    return 1;
  }
  for (size_t i = 0; i < sizeof kLines / sizeof *kLines; i++) {
    char name[32], value[64] = "?";
    snprintf(name, sizeof name, "\n%s:", kLines[i]);
    const char* at = strstr(text, name);
    if (at != NULL) {
      sscanf(at + strlen(name), "%63s", value);
    }
    printf("%s: %s\n", kLines[i], value);
  }
  memset(text, 0, sizeof text);
  fd = open("/proc/sys/user/max_user_namespaces", O_RDONLY);
  printf("max_user_namespaces: %s", fd >= 0 && read(fd, text, 16) > 0 ? text : "?\n");
  return 0;
}
