// A SIGABRT handler that returns does not stop abort() from ending the program.
// expect-stdout: handler
// expect-signal: ABRT
// expect-report: killed: signal 6 (SIGABRT)
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void on_abort(int number) {
  (void)number;
  if (write(1, "handler\n", 8) != 8) {
    _exit(9);
  }
}

int main(void) {
  signal(SIGABRT, on_abort);
  abort();
}
