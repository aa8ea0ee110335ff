// Replaces itself by itself: the one execve of the run step is the box's own.
// expect-stdout:
// expect-refused: execve
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
  char* again[] = {argv[0], "again", NULL};
  char* environment[] = {NULL};
  if (argc > 1) {
    puts("ESCAPED: executed again");
    return 0;
  }
  execve(argv[0], again, environment);
  perror("execve");
  return 3;
}
