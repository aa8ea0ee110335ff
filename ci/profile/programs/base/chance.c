// Random numbers, sorting, searching, patterns, conversions.
#define _GNU_SOURCE
#include <fnmatch.h>
#include <math.h>
#include <regex.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <wordexp.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    static int numbers[200000];
    regex_t r;
    char bytes[16];
    srand((unsigned)time(NULL)), srandom(1), srand48(1);
    for (int i = 0; i < 200000; i++) numbers[i] = rand() ^ (int)random() ^ (int)lrand48();
    qsort(numbers, 200000, sizeof *numbers, order);
    bsearch(numbers + 5, numbers, 200000, sizeof *numbers, order);
    regcomp(&r, "a.*b", 0);
    regexec(&r, "xxaxxb", 0, NULL, 0);
    regfree(&r);
    fnmatch("*.c", "a.c", 0);
    if (getrandom(bytes, sizeof bytes, 0) < 0 || getentropy(bytes, sizeof bytes)) return 1;
#ifdef __GLIBC__
#if __GLIBC_MINOR__ >= 36
    arc4random();
#endif
#endif
    printf("%.2f %ld\n", sqrt(2) * 0, strtol("12", NULL, 10));
    return 0;
}
