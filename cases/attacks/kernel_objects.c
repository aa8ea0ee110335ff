// What a box could make of the kernel's, were its filter not there, is limited to none: namespaces,
// System V's objects, POSIX queues. The last two are a namespace's own to limit since 6.11, and
// there where the kernel has them.
// test-opts: --proc
// expect-stdout: max_user_namespaces: 0
// expect-stdout: max_mnt_namespaces: 0
// expect-stdout: max_pid_namespaces: 0
// expect-stdout: max_net_namespaces: 0
// expect-stdout: max_ipc_namespaces: 0
// expect-stdout: max_uts_namespaces: 0
// expect-stdout: max_cgroup_namespaces: 0
// expect-stdout: max_time_namespaces: 0
// expect-stdout: shmmni: 0
// expect-stdout: msgmni: 0
// expect-stdout: sem: 0 0 0 0
// expect-stdout: queues_max: 0
// expect-report: exit 0
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "attack.h"

static const struct {
  const char* folder;
  const char* name;
  const char* value;
  int everywhere;
} kLimits[] = {
    {"user", "max_user_namespaces", "0", 1},
    {"user", "max_mnt_namespaces", "0", 1},
    {"user", "max_pid_namespaces", "0", 1},
    {"user", "max_net_namespaces", "0", 1},
    {"user", "max_ipc_namespaces", "0", 1},
    {"user", "max_uts_namespaces", "0", 1},
    {"user", "max_cgroup_namespaces", "0", 1},
    {"user", "max_time_namespaces", "0", 0},
    {"kernel", "shmmni", "0", 0},
    {"kernel", "msgmni", "0", 0},
    {"kernel", "sem", "0 0 0 0", 0},
    {"fs/mqueue", "queues_max", "0", 0},
};

static int before_6_11(void) {
  struct utsname host;
  char* minor = NULL;
  uname(&host);
  const long major = strtol(host.release, &minor, 10);
  return major < 6 || (major == 6 && strtol(minor + 1, NULL, 10) < 11);
}

int main(void) {
  for (size_t i = 0; i < sizeof kLimits / sizeof *kLimits; i++) {
    char path[64], text[64] = "";
    snprintf(path, sizeof path, "/proc/sys/%s/%s", kLimits[i].folder, kLimits[i].name);
    const int fd = open(path, O_RDONLY);
    const ssize_t size = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    for (ssize_t k = 0; k < size; k++) {
      text[k] = text[k] == '\t' ? ' ' : text[k] == '\n' ? '\0' : text[k];
    }
    const int lacking = !kLimits[i].everywhere && (size <= 0 || before_6_11());
    printf("%s: %s\n", kLimits[i].name, lacking ? kLimits[i].value : text);
  }
  return 0;
}
