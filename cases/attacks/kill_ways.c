// Signals to others: a step that makes no processes may signal itself alone, by its own number.
// Groups, everybody and the box's init are refused by name, whatever the signal. Where it may make
// some, its own group is of the box too.
// test-revisions: itself question group group_stop own_group everybody init nobody parent_thread queued queued_thread pidfd terminal_stop real_time abort group_threads child_threads
// test-args[rev:itself]: itself
// test-args[rev:question]: question
// test-args[rev:group]: group
// test-args[rev:group_stop]: group_stop
// test-args[rev:own_group]: own_group
// test-args[rev:everybody]: everybody
// test-args[rev:init]: init
// test-args[rev:nobody]: nobody
// test-args[rev:parent_thread]: parent_thread
// test-args[rev:queued]: queued
// test-args[rev:queued_thread]: queued_thread
// test-args[rev:pidfd]: pidfd
// test-args[rev:terminal_stop]: terminal_stop
// test-args[rev:real_time]: real_time
// test-args[rev:abort]: abort
// test-args[rev:group_threads]: group_threads
// test-args[rev:child_threads]: child_threads
// expect-stdout:
// expect-signal[rev:itself]: TERM
// expect-stdout[rev:question]: question: 0
// expect-report[rev:question]: exit 3
// expect-refused[rev:group]: syscall %{nr:kill} (kill)
// expect-refused[rev:group_stop]: syscall %{nr:kill} (kill)
// expect-refused[rev:own_group]: syscall %{nr:kill} (kill)
// expect-refused[rev:everybody]: syscall %{nr:kill} (kill)
// expect-refused[rev:init]: syscall %{nr:kill} (kill)
// expect-refused[rev:nobody]: syscall %{nr:kill} (kill)
// expect-stdout[rev:parent_thread]: parent_thread: -1
// expect-report[rev:parent_thread]: exit 3
// expect-refused[rev:queued]: syscall %{nr:rt_sigqueueinfo} (rt_sigqueueinfo)
// expect-refused[rev:queued_thread]: syscall %{nr:rt_tgsigqueueinfo} (rt_tgsigqueueinfo)
// expect-refused[rev:pidfd]: syscall %{nr:pidfd_send_signal} (pidfd_send_signal)
// expect-stdout[rev:terminal_stop]: terminal_stop: 0
// expect-report[rev:terminal_stop]: exit 3
// expect-report[rev:real_time]: killed: signal 34 (SIGRTMIN+2)
// expect-signal[rev:abort]: ABRT
// test-opts[rev:group_threads]: --allow=threads
// expect-signal[rev:group_threads]: KILL
// test-opts[rev:child_threads]: --allow=threads
// expect-stdout[rev:child_threads]: child_threads: 9
// expect-report[rev:child_threads]: exit 3
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "question";
  long result = -2;
  char information[128] = {0};
  if (!in_a_box()) {
    return 2;
  }
  if (is(way, "itself")) {
    result = kill(getpid(), SIGTERM);
  } else if (is(way, "question")) {
    result = kill(getpid(), 0);
  } else if (is(way, "group") || is(way, "group_threads")) {
    result = kill(0, SIGKILL);
  } else if (is(way, "group_stop")) {
    result = kill(0, SIGSTOP);
  } else if (is(way, "own_group")) {
    result = kill(-getpid(), SIGSTOP);
  } else if (is(way, "everybody")) {
    result = kill(-1, SIGKILL);
  } else if (is(way, "init")) {
    result = kill(1, SIGKILL);
  } else if (is(way, "nobody")) {
    result = kill(12345, 0);
  } else if (is(way, "parent_thread")) {  // by tgkill, which raise needs: init takes no signal
    result = syscall(SYS_tgkill, 1, 1, SIGKILL);
  } else if (is(way, "queued")) {
    result = syscall(SYS_rt_sigqueueinfo, getpid(), SIGTERM, information);
  } else if (is(way, "queued_thread")) {
    result = syscall(SYS_rt_tgsigqueueinfo, getpid(), getpid(), SIGTERM, information);
  } else if (is(way, "pidfd")) {
    result = syscall(424, 0, SIGTERM, NULL, 0);
  } else if (is(way, "terminal_stop")) {  // the group of a session without a terminal is an orphan
    result = raise(SIGTSTP) | raise(SIGTTIN) | raise(SIGTTOU);
  } else if (is(way, "real_time")) {
    result = raise(34);
  } else if (is(way, "abort")) {
    abort();
  } else if (is(way, "child_threads")) {
    const pid_t child = fork();
    int status = 0;
    if (child == 0) {
      pause();
      _exit(0);
    }
    result = kill(child, SIGKILL) == 0 && wait(&status) == child ? WTERMSIG(status) : -1;
  }
  printf("%s: %ld\n", way, result);
  return 3;
}
