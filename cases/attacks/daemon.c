// Tries to outlive its box: a child in a session of its own that ignores every signal sleeps for
// half a minute, while the parent ends at once. The box ends with the step, whoever still holds the
// other end of its pipes.
// test-timeout: 4s
// test-revisions: fork closed hold flood many stopped spins orphan_first
// test-args[rev:fork]: closed
// test-args[rev:closed]: closed
// test-args[rev:hold]: hold
// test-args[rev:flood]: flood
// test-args[rev:many]: many
// test-args[rev:stopped]: stopped
// test-args[rev:spins]: spins
// test-args[rev:orphan_first]: orphan_first
// expect-stdout: started
// expect-stdout[rev:fork]:
// expect-refused[rev:fork]: process limit (0)
// test-opts[rev:closed]: --allow=threads
// expect-report[rev:closed]: exit 0
// test-opts[rev:hold]: --allow=threads
// expect-report[rev:hold]: exit 0
// test-opts[rev:flood]: --allow=threads
// expect-stderr-any[rev:flood]:
// expect-report[rev:flood]: exit 0
// test-opts[rev:many]: --allow=threads
// expect-report[rev:many]: exit 0
// test-opts[rev:stopped]: --allow=threads
// expect-report[rev:stopped]: exit 0
// test-opts[rev:spins]: --allow=threads
// expect-report[rev:spins]: exit 0
// test-opts[rev:orphan_first]: --allow=threads
// expect-report[rev:orphan_first]: exit 0
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "attack.h"

static volatile unsigned long spun;

static void stay(const char* way) {
  for (int number = 1; number < 32; number++) {
    signal(number, SIG_IGN);
  }
  if (is(way, "closed")) {
    for (int fd = 0; fd < 64; fd++) {
      close(fd);
    }
  }
  alarm(30);
  signal(SIGALRM, SIG_DFL);
  if (is(way, "stopped")) {
    kill(getpid(), SIGSTOP);
  }
  while (is(way, "spins")) {
    spun++;
  }
  while (is(way, "flood")) {
    (void)!write(2, "noise\n", 6);
  }
  for (;;) {
    sleep(1);
  }
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "closed";
  const int children = is(way, "many") ? 20 : 1;
  int ready[2];
  char byte;
  if (pipe(ready) != 0 || !in_a_box()) {
    return 2;
  }
  for (int i = 0; i < children; i++) {
    const pid_t child = fork();
    if (child < 0) {
      return 3;
    }
    if (child == 0) {
      setsid();
      if (fork() == 0) {
        (void)!write(ready[1], "r", 1);
        stay(way);
      }
      if (is(way, "orphan_first")) {
        stay("closed");
      }
      _exit(0);
    }
  }
  for (int i = 0; i < children; i++) {
    (void)!read(ready[0], &byte, 1);
  }
  puts("started");
  return 0;
}
