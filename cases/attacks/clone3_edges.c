// clone3 with arguments that lie, or lie where nobody can read them, or ask for more than a
// process: the supervisor reads the struct, bounded, and names what it finds.
// expect-stdout:
// test-revisions: null straddle empty kernel_address short first_version long longest last_bytes user mount pid net ipc uts cgroup time all parent into_cgroup set_tid thread unknown_flag
// test-args[rev:null]: null
// test-args[rev:straddle]: straddle
// test-args[rev:empty]: empty
// test-args[rev:kernel_address]: kernel_address
// test-args[rev:short]: short
// test-args[rev:first_version]: first_version
// test-args[rev:long]: long
// test-args[rev:longest]: longest
// test-args[rev:last_bytes]: last_bytes
// test-args[rev:user]: user
// test-args[rev:mount]: mount
// test-args[rev:pid]: pid
// test-args[rev:net]: net
// test-args[rev:ipc]: ipc
// test-args[rev:uts]: uts
// test-args[rev:cgroup]: cgroup
// test-args[rev:time]: time
// test-args[rev:all]: all
// test-args[rev:parent]: parent
// test-args[rev:into_cgroup]: into_cgroup
// test-args[rev:set_tid]: set_tid
// test-args[rev:thread]: thread
// test-args[rev:unknown_flag]: unknown_flag
// expect-refused: process limit (0)
// expect-refused[rev:null]: clone3 with unreadable arguments
// expect-refused[rev:straddle]: clone3 with unreadable arguments
// expect-refused[rev:empty]: clone3 with unreadable arguments
// expect-refused[rev:kernel_address]: clone3 with unreadable arguments
// expect-refused[rev:user]: clone with namespace flags
// expect-refused[rev:mount]: clone with namespace flags
// expect-refused[rev:pid]: clone with namespace flags
// expect-refused[rev:net]: clone with namespace flags
// expect-refused[rev:ipc]: clone with namespace flags
// expect-refused[rev:uts]: clone with namespace flags
// expect-refused[rev:cgroup]: clone with namespace flags
// expect-refused[rev:time]: clone with namespace flags
// expect-refused[rev:all]: clone with namespace flags
// expect-refused[rev:thread]: thread limit (0)
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

enum { kPage = 65536 };  // as large as any architecture's

static const struct {
  const char* name;
  uint64_t flags;
} kFlags[] = {
    {"user", 0x10000000},         {"mount", 0x20000},
    {"pid", 0x30000000},          {"net", 0x50000000},
    {"ipc", 0x18000000},          {"uts", 0x14000000},
    {"cgroup", 0x12000000},       {"time", 0x80},
    {"all", 0x7e020080},          {"parent", 0x8000},
    {"into_cgroup", 1ull << 33},  {"thread", 0x10f00},
    {"unknown_flag", 1ull << 50},
};

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "user";
  static struct clone3_arguments arguments;
  static uint64_t wanted_tid = 2;
  void* where = &arguments;
  size_t size = sizeof arguments;
  char* pages = mmap(NULL, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || munmap(pages + kPage, kPage) != 0) {
    return 4;
  }
  arguments.exit_signal = SIGCHLD;
  for (size_t i = 0; i < sizeof kFlags / sizeof *kFlags; i++) {
    if (is(what, kFlags[i].name)) {
      arguments.flags = kFlags[i].flags;
    }
  }
  if (is(what, "null")) {
    where = NULL;
  } else if (is(what, "straddle")) {  // 32 of its 88 bytes can be read
    where = memcpy(pages + kPage - 32, &arguments, 32);
  } else if (is(what, "last_bytes")) {  // all can, the next one cannot
    where = memcpy(pages + kPage - size, &arguments, size);
  } else if (is(what, "kernel_address")) {
    where = (void*)~0xfffUL;
  } else if (is(what, "empty")) {
    size = 0;
  } else if (is(what, "short")) {
    size = 8;
  } else if (is(what, "first_version")) {
    size = 64;
  } else if (is(what, "long")) {
    size = (size_t)1 << 62;
  } else if (is(what, "longest")) {
    size = ~(size_t)0;
  } else if (is(what, "set_tid")) {
    arguments.set_tid = (uint64_t)(uintptr_t)&wanted_tid;
    arguments.set_tid_size = 1;
  } else if (is(what, "parent") || is(what, "thread")) {
    arguments.exit_signal = 0;
  }
  const long pid = syscall(SYS_clone3, where, size);
  if (pid == 0) {
    _exit(0);
  }
  if (pid > 0) {
    waitpid((pid_t)pid, NULL, 0x40000000);  // __WALL
    printf("ESCAPED: clone3 %s\n", what);
    return 0;
  }
  printf("clone3 %s: errno %d\n", what, errno);
  return 3;
}
