// POSIX timers that signal the process.
#define _GNU_SOURCE
#include <signal.h>
#include <time.h>
#include <unistd.h>
static volatile sig_atomic_t got;
static void on(int s) { got = s; }
int main(void) {
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    struct itimerspec soon = {{0, 1000000}, {0, 1000000}}, left;
    signal(SIGUSR1, on);
    if (timer_create(CLOCK_MONOTONIC, &event, &timer)) return 1;
    timer_settime(timer, 0, &soon, NULL);
    pause();
    timer_gettime(timer, &left), timer_getoverrun(timer);
    timer_delete(timer);
    return got == SIGUSR1 ? 0 : 2;
}
