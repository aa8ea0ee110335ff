// Writes through a null pointer.
// expect-stdout:
// expect-signal: SEGV
// expect-report: killed: signal 11 (SIGSEGV)
#include <stddef.h>

int main(void) {
  volatile int* volatile nowhere = NULL;
  *nowhere = 1;
  return 0;
}
