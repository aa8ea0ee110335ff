// An alarm interrupts a busy loop after one second.
// test-tags: slow
// expect-stdout: rang after many turns
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t rang;

static void on_alarm(int number) {
  (void)number;
  rang = 1;
}

int main(void) {
  volatile unsigned long turns = 0;
  signal(SIGALRM, on_alarm);
  alarm(1);
  while (!rang) {
    turns++;
  }
  printf("rang after %s turns\n", turns > 1000 ? "many" : "few");
  return 0;
}
