// New namespaces by unshare, by clone, and by entering those of another process.
// expect-stdout:
// test-revisions: user mount pid net ipc uts cgroup time nothing files clone_user clone_mount clone_pid clone_net clone_ipc clone_uts clone_cgroup clone_all clone_time clone_thread enter
// test-args[rev:user]: unshare user
// test-args[rev:mount]: unshare mount
// test-args[rev:pid]: unshare pid
// test-args[rev:net]: unshare net
// test-args[rev:ipc]: unshare ipc
// test-args[rev:uts]: unshare uts
// test-args[rev:cgroup]: unshare cgroup
// test-args[rev:time]: unshare time
// test-args[rev:nothing]: unshare nothing
// test-args[rev:files]: unshare files
// test-args[rev:clone_user]: clone user
// test-args[rev:clone_mount]: clone mount
// test-args[rev:clone_pid]: clone pid
// test-args[rev:clone_net]: clone net
// test-args[rev:clone_ipc]: clone ipc
// test-args[rev:clone_uts]: clone uts
// test-args[rev:clone_cgroup]: clone cgroup
// test-args[rev:clone_all]: clone all
// test-args[rev:clone_time]: clone time
// test-args[rev:clone_thread]: clone thread_user
// test-args[rev:enter]: enter user
// expect-refused: syscall %{nr:unshare} (unshare)
// expect-refused[rev:clone_user]: clone with namespace flags
// expect-refused[rev:clone_mount]: clone with namespace flags
// expect-refused[rev:clone_pid]: clone with namespace flags
// expect-refused[rev:clone_net]: clone with namespace flags
// expect-refused[rev:clone_ipc]: clone with namespace flags
// expect-refused[rev:clone_uts]: clone with namespace flags
// expect-refused[rev:clone_cgroup]: clone with namespace flags
// expect-refused[rev:clone_all]: clone with namespace flags
// expect-refused[rev:clone_time]: process limit (0)
// expect-refused[rev:clone_thread]: clone with namespace flags
// expect-refused[rev:enter]: syscall %{nr:setns} (setns)
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

// CLONE_NEW* and CLONE_FILES, by number: the C libraries do not all have them. In clone, the bit of
// a time namespace is a part of the signal at the child's end.
static const struct {
  const char* name;
  unsigned long flags;
} kKinds[] = {
    {"user", 0x10000000}, {"mount", 0x20000},  {"pid", 0x20000000},         {"net", 0x40000000},
    {"ipc", 0x08000000},  {"uts", 0x04000000}, {"cgroup", 0x02000000},      {"time", 0x80},
    {"files", 0x400},     {"all", 0x7e020000}, {"thread_user", 0x10010f00}, {"nothing", 0},
};

int main(int argc, char** argv) {
  const char* way = argc > 2 ? argv[1] : "unshare";
  const char* kind = argc > 2 ? argv[2] : "user";
  unsigned long flags = 0;
  long result;
  for (size_t i = 0; i < sizeof kKinds / sizeof *kKinds; i++) {
    flags = is(kind, kKinds[i].name) ? kKinds[i].flags : flags;
  }
  if (is(way, "enter")) {
    result = syscall(SYS_setns, 0, flags);
  } else if (is(way, "unshare")) {
    result = syscall(SYS_unshare, flags);
  } else {
    const unsigned long signal_bits = is(kind, "thread_user") ? 0 : SIGCHLD;
    result = syscall(SYS_clone, flags | signal_bits, NULL, NULL, NULL, NULL);
    if (result == 0) {
      _exit(0);
    }
    if (result > 0) {
      waitpid((pid_t)result, NULL, 0x40000000);  // __WALL
    }
  }
  if (result >= 0) {
    printf("ESCAPED: %s %s\n", way, kind);
    return 0;
  }
  printf("%s %s: errno %d\n", way, kind, errno);
  return 3;
}
