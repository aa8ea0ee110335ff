// Prints how many processors it may run on, before anything else; with an argument it keeps one busy
// for half a second instead.
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <time.h>

int main(int argc, char** argv) {
  cpu_set_t mine;
  (void)argv;
  if (argc == 1) {
    return sched_getaffinity(0, sizeof mine, &mine) == 0 ? printf("%d\n", CPU_COUNT(&mine)) < 2 : 1;
  }
  const clock_t until = clock() + CLOCKS_PER_SEC / 2;
  while (clock() < until) {
  }
  return 0;
}
