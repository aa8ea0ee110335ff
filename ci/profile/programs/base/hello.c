// The smallest program that uses its C library.
#include <stdio.h>
int main(void) {
    puts("hello");
    return 0;
}
