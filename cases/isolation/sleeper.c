// Sleeps for a minute, using no cpu time.
// test-opts: --allow=threads
// expect-stdout:
// expect-killed: wall clock (5 s)
#include <stdio.h>
#include <time.h>

int main(void) {
  struct timespec minute = {60, 0};
  nanosleep(&minute, NULL);
  puts("ESCAPED: a minute asleep");
  return 0;
}
