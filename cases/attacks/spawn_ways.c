// Makes a process, or a thread, by every entry point there is and with flags that hide the child.
// expect-stdout:
// test-revisions: fork raw_fork vfork clone clone3 spawn thread sibling shared_memory untraced traced pidfd io silent raw_thread
// test-args[rev:fork]: fork
// test-args[rev:raw_fork]: raw_fork
// test-args[rev:vfork]: vfork
// test-args[rev:clone]: clone
// test-args[rev:clone3]: clone3
// test-args[rev:spawn]: spawn
// test-args[rev:thread]: thread
// test-args[rev:sibling]: sibling
// test-args[rev:shared_memory]: shared_memory
// test-args[rev:untraced]: untraced
// test-args[rev:traced]: traced
// test-args[rev:pidfd]: pidfd
// test-args[rev:io]: io
// test-args[rev:silent]: silent
// test-args[rev:raw_thread]: raw_thread
// expect-refused: process limit (0)
// expect-refused[rev:thread]: thread limit (0)
// expect-refused[rev:raw_thread]: thread limit (0)
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

// For children that share this memory: they would return on it, so only a box is asked for them.
static char stack[65536] __attribute__((aligned(16)));

static void* nothing(void* argument) {
  return argument;
}

static long raw_clone(unsigned long flags, void* on_stack) {
  return syscall(SYS_clone, flags, on_stack, NULL, NULL, NULL);
}

static long make_one(const char* way, char* self) {
  if (is(way, "fork")) {
    return fork();
  }
  if (is(way, "raw_fork")) {
#ifdef SYS_fork
    return syscall(SYS_fork);
#else
    return raw_clone(SIGCHLD, NULL);
#endif
  }
  if (is(way, "vfork")) {
    const long pid = vfork();
    if (pid == 0) {
      _exit(0);
    }
    return pid;
  }
  if (is(way, "clone")) {
    return raw_clone(SIGCHLD, NULL);
  }
  if (is(way, "clone3")) {
    struct clone3_arguments arguments = {.exit_signal = SIGCHLD};
    return syscall(SYS_clone3, &arguments, sizeof arguments);
  }
  if (is(way, "spawn")) {
    pid_t pid;
    char *words[] = {self, "child", NULL}, *environment[] = {NULL};
    return posix_spawn(&pid, self, NULL, NULL, words, environment) == 0 ? pid : -1;
  }
  if (is(way, "thread")) {
    pthread_t thread;
    return pthread_create(&thread, NULL, nothing, NULL) == 0 && pthread_join(thread, NULL) == 0;
  }
  if (is(way, "sibling")) {  // a child of this process's parent, which this one cannot wait for
    return raw_clone(CLONE_PARENT | SIGCHLD, NULL);
  }
  if (is(way, "shared_memory") && in_a_box()) {
    return raw_clone(CLONE_VM | CLONE_VFORK | SIGCHLD, stack + sizeof stack);
  }
  if (is(way, "untraced")) {
    return raw_clone(CLONE_UNTRACED | SIGCHLD, NULL);
  }
  if (is(way, "traced")) {
    return raw_clone(CLONE_PTRACE | SIGCHLD, NULL);
  }
  if (is(way, "pidfd")) {
    int pidfd;
    return syscall(SYS_clone, 0x1000 | SIGCHLD, NULL, &pidfd, NULL, NULL);
  }
  if (is(way, "io")) {
    return raw_clone(CLONE_IO | SIGCHLD, NULL);
  }
  if (is(way, "silent")) {  // no signal at its end: an ordinary wait does not see it
    return raw_clone(0, NULL);
  }
  if (is(way, "raw_thread") && in_a_box()) {
    return raw_clone(CLONE_VM | CLONE_SIGHAND | CLONE_THREAD, stack + sizeof stack);
  }
  return -2;
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "fork";
  if (is(way, "child")) {
    return 0;
  }
  const long made = make_one(way, argv[0]);
  if (made == 0) {
    _exit(0);
  }
  if (made > 0) {
    waitpid(-1, NULL, 0x40000000);  // __WALL
    printf("ESCAPED: %s made %s\n", way, is(way, "thread") ? "a thread" : "a process");
    return 0;
  }
  printf("%s: errno %d\n", way, errno);
  return 3;
}
