// expect-stdout-hash: sha256:98ea6e4f216f2fb4b69fff9b3a44842c38686ca685f3f55dc48c5d3fb1107be4 3
#include <stdio.h>
int main(void) { return puts("hi there") < 0; }
