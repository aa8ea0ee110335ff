// Ignores every signal that can be ignored, then loops (outside a box: about half a minute).
// test-opts: --wall 120
// expect-stdout:
// expect-killed: cpu limit (2 s)
#include <signal.h>
#include <stdio.h>

int main(void) {
  volatile unsigned long counter = 0;
  for (int number = 1; number < 65; number++) {
    signal(number, SIG_IGN);
  }
  while (counter < 20000000000UL) {
    counter++;
  }
  puts("ESCAPED: half a minute of cpu time");
  return 0;
}
