// Ignored signals do nothing; the default action of SIGCHLD is to do nothing too.
// expect-stdout: still here
#include <signal.h>
#include <stdio.h>

int main(void) {
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  raise(SIGINT);
  raise(SIGTERM);
  raise(SIGCHLD);
  puts("still here");
  return 0;
}
