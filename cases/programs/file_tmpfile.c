// Three temporary files without names at once.
// expect-stdout: file 0: 1000 lines
// expect-stdout: file 1: 1000 lines
// expect-stdout: file 2: 1000 lines
// expect-stdout: sum 4498500
#include <stdio.h>

int main(void) {
  FILE* files[3];
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    files[i] = tmpfile();
    if (files[i] == NULL) {
      perror("tmpfile");
      return 1;
    }
    for (int j = 0; j < 1000; j++) {
      fprintf(files[i], "%d\n", i * 1000 + j);
    }
  }
  for (int i = 0; i < 3; i++) {
    int value, lines = 0;
    rewind(files[i]);
    while (fscanf(files[i], "%d", &value) == 1) {
      sum += value;
      lines++;
    }
    printf("file %d: %d lines\n", i, lines);
    fclose(files[i]);
  }
  printf("sum %d\n", sum);
  return 0;
}
