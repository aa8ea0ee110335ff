// Uses no processor time and does not end: stopped by itself, waiting for what never comes. The
// wall clock is the supervisor's, no signal to the program reaches it.
// test-opts: --wall 1
// test-timeout: 10s
// expect-killed: wall clock (1 s)
// expect-stdout:
// test-revisions: stop_itself stop_by_kill pause sleep_again blocked read_a_pipe lock full_pipe poll children stopped_children vfork
// test-args[rev:stop_itself]: stop_itself
// test-args[rev:stop_by_kill]: stop_by_kill
// test-args[rev:pause]: pause
// test-args[rev:sleep_again]: sleep_again
// test-args[rev:blocked]: blocked
// test-args[rev:read_a_pipe]: read_a_pipe
// test-args[rev:lock]: lock
// test-args[rev:full_pipe]: full_pipe
// test-args[rev:poll]: poll
// test-args[rev:children]: children
// test-args[rev:stopped_children]: stopped_children
// test-args[rev:vfork]: vfork
// test-opts[rev:children]: --wall 1 --allow=threads
// test-opts[rev:stopped_children]: --wall 1 --allow=threads
// test-opts[rev:vfork]: --wall 1 --allow=threads
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

static void handle(int number) {
  (void)number;
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "pause";
  int ends[2], word = 0;
  char byte = 0;
  sigset_t all;
  sigfillset(&all);
  if (!in_a_box() || pipe(ends) != 0) {
    return 2;
  }
  for (int number = 1; number < 32; number++) {
    signal(number, handle);
  }
  if (is(way, "stop_itself")) {
    raise(SIGSTOP);
  } else if (is(way, "stop_by_kill")) {
    kill(getpid(), SIGSTOP);
  } else if (is(way, "pause")) {
    pause();
  } else if (is(way, "sleep_again")) {
    for (;;) {
      sleep(1000);
    }
  } else if (is(way, "blocked")) {
    sigprocmask(SIG_BLOCK, &all, NULL);
    sigsuspend(&all);
  } else if (is(way, "read_a_pipe")) {
    (void)!read(ends[0], &byte, 1);
  } else if (is(way, "lock")) {
    syscall(SYS_futex, &word, 0, 0, NULL, NULL, 0);  // FUTEX_WAIT
  } else if (is(way, "full_pipe")) {
    while (write(ends[1], &byte, 1) == 1) {
    }
  } else if (is(way, "poll")) {
    struct pollfd watched = {ends[0], POLLIN, 0};
    poll(&watched, 1, -1);
  } else if (is(way, "vfork")) {
    if (vfork() == 0) {
      pause();
      _exit(0);
    }
  } else {
    for (int i = 0; i < 8; i++) {
      if (fork() == 0) {
        if (is(way, "stopped_children")) {
          raise(SIGSTOP);
        }
        pause();
        _exit(0);
      }
    }
    while (wait(NULL) > 0) {
    }
  }
  printf("%s: came back, errno %d\n", way, errno);
  return 3;
}
