// stdio: every way to open, read, seek and write a stream.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    char text[64], *line = NULL;
    size_t room = 0;
    int number = 0;
    static char big[1 << 18];
    printf("%d %s %.3f\n", 42, "stdout", 1.5);
    fprintf(stderr, "stderr\n");
    puts("puts");
    FILE *f = fopen("stdio.tmp", "w+e");
    if (!f) return 1;
    fputs("first 1\nsecond 2\n", f);
    rewind(f);
    if (fscanf(f, "first %d\n", &number) != 1 || number != 1) return 2;
    if (getline(&line, &room, f) != 9) return 3;
    fseek(f, 0, SEEK_END);
    fwrite(big, 1, sizeof big, f);
    fflush(f);
    fseek(f, 100, SEEK_SET);
    if (fread(big, 1, sizeof big, f) == 0) return 4;
    ungetc('x', f);
    setvbuf(f, NULL, _IONBF, 0);
    fclose(f);
    f = fopen("stdio.tmp", "a");
    fprintf(f, "appended %ld\n", ftell(f));
    f = freopen("stdio.tmp", "r", f);
    if (!fgets(text, sizeof text, f)) return 5;
    fclose(f);
    f = fopen("stdio.tmp", "wx");
    if (f) return 6;
    f = fdopen(open("stdio.tmp", O_RDWR | O_APPEND), "r+");
    fprintf(f, "fd %d\n", fileno(f));
    fclose(f);
    remove("stdio.tmp");
    f = tmpfile();
    if (f) fclose(f);
    f = fmemopen(text, sizeof text, "w");
    fprintf(f, "memory");
    fclose(f);
    f = open_memstream(&line, &room);
    fprintf(f, "memory");
    fclose(f);
    fopen("/nonexistent", "r");
    perror("expected");
    free(line);
    return 0;
}
