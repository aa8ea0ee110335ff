// A double free: the C library's own diagnosis, then a signal.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *volatile p = malloc(2000), *volatile q = malloc(2000);
    free(p);
    free(q);
    free(p);
    return 0;
}
