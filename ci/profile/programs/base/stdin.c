// stdin: scanf, getchar and the line readers, and a seek on it.
#include <stdio.h>
#include <string.h>
int main(void) {
    int a = 0, b = 0;
    char word[32];
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (scanf("%d %d %31s", &a, &b, word) == 3) printf("%d %s\n", a + b, word);
    while (getchar() != EOF) {
    }
    fseek(stdin, 0, SEEK_SET);
    return 0;
}
