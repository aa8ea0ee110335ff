// expect-refused: open /etc/shadow
#include <stdio.h>
int main(void) { return fopen("/etc/hostname", "r") == 0; }
