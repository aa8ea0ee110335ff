// A blocked signal stays pending until it is unblocked.
// expect-stdout: blocked: seen 0, pending 1
// expect-stdout: unblocked: seen 1, pending 0
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;

static void on_signal(int number) {
  (void)number;
  seen++;
}

int main(void) {
  sigset_t set, pending;
  signal(SIGUSR2, on_signal);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR2);
  sigpending(&pending);
  printf("blocked: seen %d, pending %d\n", (int)seen, sigismember(&pending, SIGUSR2));
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  sigpending(&pending);
  printf("unblocked: seen %d, pending %d\n", (int)seen, sigismember(&pending, SIGUSR2));
  return 0;
}
