// Threads that race with the supervisor's look: ends while calls wait, calls of a process whose
// first thread is gone, maps that are asked for together. What is refused is named, what is
// enforced holds.
// test-opts: --allow=threads --wall 30 --time 20
// test-timeout: 40s
// test-revisions: exit_while_calls_wait refused_by_thread refused_by_all leader_gone leader_gone_number leader_gone_clean program_by_thread child_killed fault_in_thread maps_together
// test-args[rev:exit_while_calls_wait]: exit_while_calls_wait
// test-args[rev:refused_by_thread]: refused_by_thread
// test-args[rev:refused_by_all]: refused_by_all
// test-args[rev:leader_gone]: leader_gone
// test-args[rev:leader_gone_number]: leader_gone_number
// test-args[rev:leader_gone_clean]: leader_gone_clean
// test-args[rev:program_by_thread]: program_by_thread
// test-args[rev:child_killed]: child_killed
// test-args[rev:fault_in_thread]: fault_in_thread
// test-args[rev:maps_together]: maps_together
// expect-stdout:
// expect-report[rev:exit_while_calls_wait]: exit 5
// expect-refused[rev:refused_by_thread]: open /etc/shadow
// expect-refused[rev:refused_by_all]: open /etc/shadow
// expect-refused[rev:leader_gone]: open /etc/shadow
// expect-refused[rev:leader_gone_number]: syscall %{nr:socket} (socket)
// expect-report[rev:leader_gone_clean]: exit 6
// expect-refused[rev:program_by_thread]: execve
// expect-stdout[rev:child_killed]: 50 children killed
// expect-report[rev:child_killed]: exit 0
// expect-signal[rev:fault_in_thread]: SEGV
// expect-refused[rev:maps_together]: mmap 4194304 bytes over the cap (268435456)
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

enum { kThreads = 4 };

static const char* way;

static void* call(void* argument) {
  const struct timespec moment = {0, 20000000};
  char *words[] = {"x", NULL}, *none[] = {NULL};
  if (is(way, "leader_gone") || is(way, "leader_gone_number") || is(way, "leader_gone_clean")) {
    nanosleep(&moment, NULL);
  }
  if (is(way, "exit_while_calls_wait")) {
    for (;;) {
      close(open("/tmp/attack", O_CREAT | O_RDWR, 0600));
    }
  } else if (is(way, "leader_gone_number")) {
    syscall(SYS_socket, 1, 1, 0);
  } else if (is(way, "leader_gone_clean")) {
    exit(6);
  } else if (is(way, "program_by_thread")) {
    execve("/src/x", words, none);
  } else if (is(way, "fault_in_thread")) {
    *(volatile int*)argument = 1;
  } else if (is(way, "maps_together")) {
    for (int i = 0; i < 256; i++) {
      if (mmap(NULL, 4 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) {
        puts("a map came back");
      }
    }
  } else {
    open("/etc/shadow", O_RDONLY);
  }
  puts("ESCAPED: a call came back");
  return NULL;
}

static int kill_waiting_children(void) {
  for (int i = 0; i < 50; i++) {
    const pid_t child = fork();
    const struct timespec moment = {0, 50000 * (i % 10)};
    int status = 0;
    while (child == 0) {
      close(open("/tmp/attack", O_CREAT | O_RDWR, 0600));
    }
    nanosleep(&moment, NULL);
    if (child < 0 || kill(child, SIGKILL) != 0 || waitpid(child, &status, 0) != child ||
        !WIFSIGNALED(status)) {
      return 4;
    }
  }
  puts("50 children killed");
  return 0;
}

int main(int argc, char** argv) {
  way = argc > 1 ? argv[1] : "refused_by_thread";
  if (!in_a_box()) {
    return 2;
  }
  if (is(way, "child_killed")) {
    return kill_waiting_children();
  }
  const int threads =
      is(way, "refused_by_all") || is(way, "exit_while_calls_wait") || is(way, "maps_together")
          ? kThreads
          : 1;
  for (int i = 0; i < threads; i++) {
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    if (pthread_create(&thread, &small, call, NULL) != 0) {
      return 4;
    }
  }
  if (is(way, "exit_while_calls_wait")) {
    const struct timespec moment = {0, 30000000};
    nanosleep(&moment, NULL);
    _exit(5);
  }
  if (strncmp(way, "leader_gone", 11) == 0) {
    syscall(SYS_exit, 0);
  }
  for (;;) {
    pause();
  }
}
