// Points its own stdout at a file for a while, with dup and dup2.
// expect-stdout: to stdout
// expect-stdout: to stdout again
// expect-stdout: the file holds: to the file
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  static const char name[] = "file_redirect.scratch";
  char line[64] = "";
  puts("to stdout");
  fflush(stdout);
  int saved = dup(1), fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (saved < 0 || fd < 0) {
    return 1;
  }
  dup2(fd, 1);
  close(fd);
  puts("to the file");
  fflush(stdout);
  dup2(saved, 1);
  close(saved);
  puts("to stdout again");
  FILE* file = fopen(name, "r");
  if (file == NULL || fgets(line, sizeof line, file) == NULL) {
    return 2;
  }
  printf("the file holds: %s", line);
  fclose(file);
  return unlink(name);
}
