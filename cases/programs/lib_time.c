// Clocks move forward, and it is later than 2024.
// expect-stdout: monotonic 1
// expect-stdout: clock 1
// expect-stdout: date 1 1
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
  struct timespec before, after;
  struct timeval day;
  volatile int work = 0;
  clock_t used = clock();
  clock_gettime(CLOCK_MONOTONIC, &before);
  // Under a cpu limit the kernel counts a process's cpu time by ticks: it may stand still for some
  // milliseconds, so the work goes on until it moves.
  for (long i = 0; i < 2000000000 && (i % 100000 != 0 || clock() == used); i++) {
    work += (int)(i & 1);
  }
  clock_gettime(CLOCK_MONOTONIC, &after);
  gettimeofday(&day, NULL);
  printf("monotonic %d\n", after.tv_sec > before.tv_sec ||
                               (after.tv_sec == before.tv_sec && after.tv_nsec > before.tv_nsec));
  printf("clock %d\n", clock() > used);
  printf("date %d %d\n", time(NULL) > 1704067200, day.tv_sec > 1704067200);
  return 0;
}
