// Leaves a fault handler by siglongjmp, three times: the mask is restored each time.
// expect-stdout: came back 3 times
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf back;

static void on_fault(int number) {
  siglongjmp(back, number);
}

int main(void) {
  volatile int faults = 0;
  signal(SIGSEGV, on_fault);
  if (sigsetjmp(back, 1) != 0) {
    faults++;
  }
  if (faults < 3) {
    volatile int* volatile nowhere = NULL;
    *nowhere = 1;
  }
  printf("came back %d times\n", (int)faults);
  return 0;
}
