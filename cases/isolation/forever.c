// Loops without end (outside a box: 30 seconds), making no system call.
// test-opts: --wall 60
// expect-stdout:
// expect-killed: cpu limit (2 s)
#include <stdio.h>
#include <time.h>

int main(void) {
  const time_t start = time(NULL);
  volatile unsigned long counter = 0;
  do {
    for (int i = 0; i < 10000000; i++) {
      counter++;
    }
  } while (time(NULL) - start < 30);
  puts("ESCAPED: thirty seconds of cpu time");
  return 0;
}
