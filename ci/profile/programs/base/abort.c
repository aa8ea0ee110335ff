// abort: ends by SIGABRT.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    printf("unflushed");
    abort();
}
