// Calls system call -1, which a filter meets as a number like any other.
// expect-stdout:
// expect-refused: syscall -1
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

int main(void) {
  long result = syscall(-1L);
  printf("system call -1 came back with %ld\n", result);
  return 3;
}
