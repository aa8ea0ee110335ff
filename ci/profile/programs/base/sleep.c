// Sleeping, by every clock.
#define _GNU_SOURCE
#include <poll.h>
#include <sched.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    struct timespec t = {0, 1000};
    struct timeval v = {0, 1000};
    nanosleep(&t, NULL);
    usleep(1000);
    sleep(0), sleep(1);
    clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
    select(0, NULL, NULL, NULL, &v);
    poll(NULL, 0, 1);
    sched_yield();
    return 0;
}
