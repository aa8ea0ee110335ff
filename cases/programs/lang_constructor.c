// Functions that run before and after main.
// test-toolchain: gcc
// expect-stdout: before main
// expect-stdout: main
// expect-stdout: after main
#include <stdio.h>

__attribute__((constructor)) static void before(void) {
  puts("before main");
}
__attribute__((destructor)) static void after(void) {
  puts("after main");
}

int main(void) {
  puts("main");
  return 0;
}
