// Dies of a SIGTERM it sends itself, after its output is out.
// expect-stdout: before
// expect-signal: TERM
// expect-report: killed: signal 15 (SIGTERM)
#include <signal.h>
#include <stdio.h>

int main(void) {
  puts("before");
  fflush(stdout);
  raise(SIGTERM);
  puts("after");
  return 0;
}
