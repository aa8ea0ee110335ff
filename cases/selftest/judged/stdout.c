// expect-stdout: first
// expect-stdout-match: took {{[0-9]+}} ms
// expect-stdout: last
#include <stdio.h>
int main(void) { return printf("first\ntook no time\nlast\n") < 0; }
