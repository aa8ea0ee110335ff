// Makes children that stay until the parent ends, by one entry point after another, to one more
// than --allow=threads lets live at once. Then as many as one likes, when each is gone before the
// next: the limit is of the living.
// test-opts: --allow=threads --wall 30 --time 20
// test-revisions: fork raw_fork clone silent sibling thread grandchildren zombies vfork in_turn clone3 spawn
// test-args[rev:fork]: fork
// test-args[rev:raw_fork]: raw_fork
// test-args[rev:clone]: clone
// test-args[rev:silent]: silent
// test-args[rev:sibling]: sibling
// test-args[rev:thread]: thread
// test-args[rev:grandchildren]: grandchildren
// test-args[rev:zombies]: zombies
// test-args[rev:vfork]: vfork
// test-args[rev:in_turn]: in_turn
// test-args[rev:clone3]: clone3
// test-args[rev:spawn]: spawn
// expect-stdout:
// expect-refused[rev:fork]: process limit (64)
// expect-refused[rev:raw_fork]: process limit (64)
// expect-refused[rev:clone]: process limit (64)
// expect-refused[rev:silent]: process limit (64)
// expect-refused[rev:sibling]: process limit (64)
// expect-refused[rev:thread]: thread limit (64)
// expect-refused[rev:grandchildren]: process limit (64)
// expect-refused[rev:zombies]: process limit (64)
// expect-stdout[rev:vfork]: 200 by vfork, one after the other
// expect-report[rev:vfork]: exit 0
// expect-stdout[rev:in_turn]: 200 by in_turn, one after the other
// expect-report[rev:in_turn]: exit 0
// expect-stdout[rev:clone3]: clone3: errno 38
// expect-report[rev:clone3]: exit 3
// expect-refused[rev:spawn]: execve
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

enum { kEnough = 70, kInTurn = 200 };

// Stays until whoever holds the other end of the pipe is gone, five seconds at most.
static void stay(int from) {
  char byte;
  alarm(5);
  (void)!read(from, &byte, 1);
  _exit(0);
}

static void* stay_as_a_thread(void* from) {
  char byte;
  (void)!read(*(int*)from, &byte, 1);
  return NULL;
}

static long by(const char* way) {
  if (is(way, "fork")) {
    return fork();
  }
#ifdef SYS_fork
  if (is(way, "raw_fork")) {
    return syscall(SYS_fork);
  }
#endif
  const unsigned long flags = is(way, "silent")    ? 0
                              : is(way, "sibling") ? CLONE_PARENT | SIGCHLD
                                                   : SIGCHLD;
  return syscall(SYS_clone, flags, NULL, NULL, NULL, NULL);
}

static int all_at_once(const char* way) {
  int ends[2];
  if (pipe(ends) != 0) {
    return 4;
  }
  for (int i = 0; i < kEnough; i++) {
    pthread_t thread;
    if (is(way, "thread")) {
      pthread_attr_t small;
      pthread_attr_init(&small);
      pthread_attr_setstacksize(&small, 131072);  // aarch64 takes no less
      if (pthread_create(&thread, &small, stay_as_a_thread, &ends[0]) != 0) {
        return 5;
      }
      continue;
    }
    const long pid = by(is(way, "grandchildren") || is(way, "zombies") ? "clone" : way);
    if (pid < 0) {
      return 5;
    }
    if (pid > 0 && is(way, "grandchildren")) {
      stay(ends[0]);  // the child goes on with the loop: a chain, each the parent of the next
    }
    if (pid == 0 && is(way, "zombies")) {
      _exit(0);
    }
    if (pid == 0 && !is(way, "grandchildren")) {
      close(ends[1]);
      stay(ends[0]);
    }
  }
  printf("ESCAPED: %d by %s\n", kEnough, way);
  return 0;
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "fork";
  if (is(way, "child")) {
    return 0;
  }
  if (is(way, "spawn")) {
    pid_t pid;
    char *words[] = {argv[0], "child", NULL}, *environment[] = {NULL};
    posix_spawn(&pid, argv[0], NULL, NULL, words, environment);
    waitpid(-1, NULL, 0);
    puts("ESCAPED: a second program was started");
    return 0;
  }
  if (is(way, "clone3")) {  // its flags lie in memory: nobody can look and be sure
    struct clone3_arguments arguments = {.exit_signal = SIGCHLD};
    if (syscall(SYS_clone3, &arguments, sizeof arguments) == 0) {
      _exit(0);
    }
    printf("clone3: errno %d\n", errno);
    return 3;
  }
  if (!is(way, "vfork") && !is(way, "in_turn")) {
    return all_at_once(way);
  }
  for (int i = 0; i < kInTurn; i++) {
    const pid_t pid = is(way, "vfork") ? vfork() : fork();
    if (pid == 0) {
      _exit(0);
    }
    if (pid < 0 || waitpid(pid, NULL, 0) != pid) {
      return 6;
    }
  }
  printf("%d by %s, one after the other\n", kInTurn, way);
  return 0;
}
