// Dies of SIGFPE.
// expect-stdout:
// expect-signal: FPE
// expect-report: killed: signal 8 (SIGFPE)
#include <signal.h>

int main(void) {
  raise(SIGFPE);
  return 0;
}
