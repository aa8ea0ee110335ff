// expect-stderr:
#include <stdio.h>
int main(void) { return fputs("usage: <file> & \"more\"\n", stderr) < 0; }
