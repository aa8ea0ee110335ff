// Loops without end (outside a box: about half a minute of cpu time), making no system call.
// test-opts: --wall 120
// expect-stdout:
// expect-killed: cpu limit (2 s)
#include <stdio.h>

int main(void) {
  volatile unsigned long counter = 0;
  while (counter < 20000000000UL) {
    counter++;
  }
  puts("ESCAPED: half a minute of cpu time");
  return 0;
}
