// Burns processor time past the cap with the limit's own signal handled, ignored or blocked, with
// the limit asked to be lifted, or split over processes: the sum counts, and the end is a kill.
// test-opts: --time 1 --wall 30
// test-timeout: 30s
// expect-stdout:
// expect-killed: cpu limit (1 s)
// test-revisions: handled ignored blocked lifted catch_all split threads in_calls
// test-args[rev:handled]: handled
// test-args[rev:ignored]: ignored
// test-args[rev:blocked]: blocked
// test-args[rev:lifted]: lifted
// test-args[rev:catch_all]: catch_all
// test-args[rev:split]: split
// test-args[rev:threads]: threads
// test-args[rev:in_calls]: in_calls
// test-opts[rev:split]: --time 1 --wall 30 --allow=threads
// test-opts[rev:threads]: --time 1 --wall 30 --allow=threads
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

static volatile unsigned long burned;

static void handle(int number) {
  (void)number;
  burned++;
}

static void* burn(void* argument) {
  for (;;) {
    burned++;
  }
  return argument;
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "ignored";
  sigset_t all;
  sigfillset(&all);
  if (!in_a_box()) {
    return 2;
  }
  if (is(way, "handled")) {
    signal(SIGXCPU, handle);
  } else if (is(way, "ignored")) {
    signal(SIGXCPU, SIG_IGN);
  } else if (is(way, "blocked")) {
    sigprocmask(SIG_BLOCK, &all, NULL);
  } else if (is(way, "catch_all")) {
    for (int number = 1; number < 65; number++) {
      signal(number, handle);
    }
  } else if (is(way, "lifted")) {
    const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_CPU, &none) == 0) {
      puts("ESCAPED: no limit of processor time");
      return 0;
    }
  } else if (is(way, "split")) {
    for (int i = 0; i < 4; i++) {
      if (fork() == 0) {
        burn(NULL);
      }
    }
    while (wait(NULL) > 0) {
    }
    return 3;
  } else if (is(way, "threads")) {
    for (int i = 0; i < 4; i++) {
      pthread_t thread;
      if (pthread_create(&thread, NULL, burn, NULL) != 0) {
        return 4;
      }
    }
  }
  while (is(way, "in_calls")) {
    burned += (unsigned long)getppid();
  }
  burn(NULL);
  return 3;
}
