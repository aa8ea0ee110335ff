// Overflows its stack and leaves by a handler that runs on a stack of its own.
// expect-stdout: on the other stack
// expect-exit: 5
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <unistd.h>

static char other_stack[65536];

static void on_fault(int number, siginfo_t* info, void* context) {
  char here;
  (void)number;
  (void)info;
  (void)context;
  if (&here >= other_stack && &here < other_stack + sizeof other_stack) {
    if (write(1, "on the other stack\n", 19) != 19) {
      _exit(9);
    }
  }
  _exit(5);
}

static int down(int n) {
  volatile char frame[1024];
  frame[n % 1024] = (char)n;
  return down(n + 1) + frame[(n + 1) % 1024];
}

int main(void) {
  stack_t stack;
  struct sigaction action;
  memset(&stack, 0, sizeof stack);
  stack.ss_sp = other_stack;
  stack.ss_size = sizeof other_stack;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (sigaltstack(&stack, NULL) != 0 || sigaction(SIGSEGV, &action, NULL) != 0) {
    return 1;
  }
  return down(0);
}
