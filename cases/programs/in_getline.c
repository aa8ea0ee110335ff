// Reads lines of any length with getline, longest 5000 bytes.
// test-stdin-file: in_getline.stdin
// expect-stdout: 6 bytes, first s
// expect-stdout: 5001 bytes, first x
// expect-stdout: 120 bytes, first y
// expect-stdout: 4 bytes, first e
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

int main(void) {
  char* line = NULL;
  size_t room = 0;
  ssize_t length;
  while ((length = getline(&line, &room, stdin)) > 0) {
    printf("%d bytes, first %c\n", (int)length, line[0]);
  }
  free(line);
  return 0;
}
