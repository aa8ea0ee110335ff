// expect-stdout: hello
#include <stdio.h>
int main(void) { return printf("hello\r\n") < 0; }
