// Time of day, processor time, calendars and their text.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>
int main(void) {
    char text[64];
    struct timespec t;
    struct timeval v;
    struct tms spent;
    struct rusage used;
    time_t now = time(NULL);
    tzset();
    gettimeofday(&v, NULL);
    for (int clock = 0; clock < 8; clock++) clock_gettime(clock, &t), clock_getres(clock, &t);
    strftime(text, sizeof text, "%F %T %Z", localtime(&now));
    puts(text);
    mktime(gmtime(&now));
    printf("%s%ld\n", ctime(&now), (long)clock() * 0);
    times(&spent);
    getrusage(RUSAGE_SELF, &used), getrusage(RUSAGE_CHILDREN, &used);
    setenv("TZ", "Europe/Lisbon", 1);
    tzset();
    localtime(&now);
    timespec_get(&t, TIME_UTC);
    return 0;
}
