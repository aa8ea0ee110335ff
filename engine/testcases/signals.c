// Prints the signals that are blocked or not at their default action, then its umask.
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, NULL, &blocked);
  for (int s = 1; s < 32; s++) {
    struct sigaction a;
    if (sigismember(&blocked, s)) {
      printf("blocked %d\n", s);
    }
    if (sigaction(s, NULL, &a) == 0 && a.sa_handler != SIG_DFL) {
      printf("changed %d\n", s);
    }
  }
  printf("umask %03o\n", umask(0));
  return 0;
}
