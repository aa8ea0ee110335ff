// The handler of a fault is told its address and kind; the program repairs the page and goes on.
// expect-stdout: fault at offset 123, access denied 1, then wrote w
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static char* page;
static volatile sig_atomic_t offset, access_denied;

static void on_fault(int number, siginfo_t* info, void* context) {
  (void)number;
  (void)context;
  offset = (int)((char*)info->si_addr - page);
  access_denied = info->si_code == SEGV_ACCERR;
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

int main(void) {
  struct sigaction action;
  page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, NULL);
  ((volatile char*)page)[123] = 'w';
  printf("fault at offset %d, access denied %d, then wrote %c\n", (int)offset, (int)access_denied,
         page[123]);
  return 0;
}
