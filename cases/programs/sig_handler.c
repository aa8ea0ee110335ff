// Raises a signal it handles, twice, and goes on.
// expect-stdout: handled 2
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;

static void on_signal(int number) {
  signal(number, on_signal);
  seen++;
}

int main(void) {
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1);
  raise(SIGUSR1);
  printf("handled %d\n", (int)seen);
  return 0;
}
