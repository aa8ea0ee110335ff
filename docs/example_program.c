// What docs/example.cc boxes in the tests: it wants a file that the box does not have.
#include <stdio.h>

int main(void) {
  puts("before");
  fflush(stdout);
  if (fopen("/etc/hostname", "r") != NULL) {
    puts("the host is in sight");
  }
  puts("after");
  return 0;
}
