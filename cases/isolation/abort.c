// Calls abort(): the program is not pid 1 of its box, so the default action of SIGABRT works.
// expect-stdout:
// expect-signal: ABRT
// expect-report: killed: signal 6 (SIGABRT)
#include <stdlib.h>

int main(void) {
  abort();
}
