// Writes by the x32 entry: the number of write with bit 30 set, under the arch word of x86_64.
// test-skip[!x86_64]: needs the x32 entry of an x86_64 kernel
// expect-stdout:
// expect-refused: x32 syscall 1 (write)
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

int main(void) {
  static const char text[] = "ESCAPED: x32 write\n";
  long written = syscall(0x40000001L, 1L, text, sizeof text - 1);
  printf("the x32 entry came back with %ld\n", written);
  return 3;
}
