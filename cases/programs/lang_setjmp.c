// setjmp and longjmp as exceptions: out of three levels of calls, with a value.
// expect-stdout: 1 passes
// expect-stdout: 1 returns
// expect-stdout: 2 passes
// expect-stdout: 2 returns
// expect-stdout: 3 thrown
// expect-stdout: 4 passes
// expect-stdout: 4 returns
// expect-stdout: 5 passes
// expect-stdout: 5 returns
// expect-stdout: 6 thrown
// expect-stdout: 7 passes
// expect-stdout: 7 returns
#include <setjmp.h>
#include <stdio.h>

static jmp_buf handler;

static void third(int n) {
  if (n % 3 == 0) {
    longjmp(handler, n);
  }
  printf("%d passes\n", n);
}

static void second(int n) {
  third(n);
  printf("%d returns\n", n);
}

int main(void) {
  volatile int n = 0;
  int thrown = setjmp(handler);
  if (thrown != 0) {
    printf("%d thrown\n", thrown);
  }
  while (n < 7) {
    n++;
    second(n);
  }
  return 0;
}
