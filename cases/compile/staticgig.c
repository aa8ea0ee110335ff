// Compiles a static array of 1 GiB, which costs the compiler nothing and the program its start.
// test-revisions: tcc gcc clang musl_gcc gxx
// test-toolchain[rev:tcc]: tcc
// test-toolchain[rev:gcc]: gcc
// test-toolchain[rev:clang]: clang
// test-toolchain[rev:musl_gcc]: musl-gcc
// test-toolchain[rev:gxx]: g++
// expect-compile: ok
// expect-refused: execve over the memory cap (268435456)
// expect-stdout:
#include <stdio.h>

static volatile char array[1 << 30];

int main(void) {
  array[sizeof array / 2] = 1;
  printf("ESCAPED: 1 GiB, %d\n", array[sizeof array / 2]);
  return 0;
}
