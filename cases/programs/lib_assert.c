// A failed assert says what and where, and aborts.
// expect-stdout:
// expect-stderr-match: {{.*}}Assertion{{.*}}argc > 1000{{.*}}
// expect-signal: ABRT
// expect-report: killed: signal 6 (SIGABRT)
#include <assert.h>

int main(int argc, char** argv) {
  (void)argv;
  assert(argc > 1000);
  return 0;
}
