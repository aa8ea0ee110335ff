// expect-writes: none
#include <stdio.h>
int main(void) { return fclose(fopen("out.txt", "w")); }
