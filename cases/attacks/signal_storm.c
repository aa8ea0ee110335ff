// A timer that fires again and again while calls wait for the supervisor: opens, maps, refusals.
// Every call that was let through happens once, whatever interrupts it. With a signal every
// microsecond the kernel takes most calls back before anybody has looked: the processor time ends it.
// test-opts: --wall 60 --time 20
// test-opts[rev:microsecond]: --wall 30 --time 1
// test-timeout: 60s
// test-revisions: restart interrupt refused quiet process microsecond
// test-args[rev:restart]: restart
// test-args[rev:interrupt]: interrupt
// test-args[rev:refused]: refused
// test-args[rev:quiet]: quiet
// test-args[rev:process]: process
// test-args[rev:microsecond]: microsecond
// expect-stdout: 300 files opened, 300 maps made
// expect-report[rev:restart]: exit 0
// expect-report[rev:interrupt]: exit 0
// expect-stdout[rev:refused]:
// expect-refused[rev:refused]: open /etc/shadow
// expect-stdout[rev:quiet]: no such file
// expect-report[rev:quiet]: exit 0
// expect-stdout[rev:process]:
// expect-refused[rev:process]: process limit (0)
// expect-stdout[rev:microsecond]:
// expect-killed[rev:microsecond]: cpu limit (1 s)
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "attack.h"

enum { kTimes = 300 };

static volatile unsigned long fired;

static void handle(int number) {
  (void)number;
  fired++;
}

static void storm(int flags, int microseconds) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  action.sa_flags = flags;
  sigaction(SIGALRM, &action, NULL);
  const struct itimerval often = {{0, microseconds}, {0, microseconds}};
  setitimer(ITIMER_REAL, &often, NULL);
}

// A signal that comes before the supervisor has looked makes the call fail with EINTR.
static int open_again(const char* path, int flags) {
  int fd;
  do {
    fd = open(path, flags, 0600);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "restart";
  int opened = 0, mapped = 0;
  if (!in_a_box()) {
    return 2;
  }
  storm(is(way, "interrupt") ? 0 : SA_RESTART, is(way, "microsecond") ? 1 : 500);
  while (is(way, "microsecond")) {
    close(open_again("attack", O_CREAT | O_RDWR));
  }
  if (is(way, "refused")) {
    open_again("/etc/shadow", O_RDONLY);
    puts("open came back");
    return 3;
  }
  if (is(way, "quiet")) {
    open_again("/etc/localtime", O_RDONLY);
    puts(errno == ENOENT ? "no such file" : "another answer");
    return 0;
  }
  if (is(way, "process")) {
    while (syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL) < 0 && errno == EINTR) {
    }
    puts("clone came back");
    return 3;
  }
  for (int i = 0; i < kTimes; i++) {
    const int fd = open_again("attack", O_CREAT | O_RDWR);
    if (fd >= 0 && close(fd) == 0) {
      opened++;
    }
    void* block;
    do {
      block = mmap(NULL, 8 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    } while (block == MAP_FAILED && errno == EINTR);
    if (block != MAP_FAILED && munmap(block, 8 << 20) == 0) {
      mapped++;
    }
  }
  const struct itimerval never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &never, NULL);
  printf("%d files opened, %d maps made\n", opened, mapped);
  return fired > 0 ? 0 : 4;
}
