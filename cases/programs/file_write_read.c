// Writes a file beside the source, appends to it, reads it back, removes it.
// expect-stdout: line 1
// expect-stdout: line 2
// expect-stdout: line 3, appended
// expect-stdout: feof 1
// expect-stdout: remove 0
// expect-stdout: gone 1
#include <stdio.h>

int main(void) {
  static const char name[] = "file_write_read.scratch";
  char line[64];
  FILE* file = fopen(name, "w");
  if (file == NULL) {
    perror("fopen");
    return 1;
  }
  fprintf(file, "line %d\n", 1);
  fputs("line 2\n", file);
  fclose(file);
  file = fopen(name, "a");
  fputs("line 3, appended\n", file);
  fclose(file);
  file = fopen(name, "r");
  while (fgets(line, sizeof line, file) != NULL) {
    printf("%s", line);
  }
  printf("feof %d\n", feof(file) != 0);
  fclose(file);
  printf("remove %d\n", remove(name));
  printf("gone %d\n", fopen(name, "r") == NULL);
  return 0;
}
