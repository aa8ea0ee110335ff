// Numbers the lines of stdin, the last of which has no newline.
// test-stdin-file: in_fgets.stdin
// expect-stdout: 1:first line
// expect-stdout: 2:
// expect-stdout: 3:  indented
// expect-stdout: 4:last line (no newline)
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[100];
  int number = 0;
  while (fgets(line, sizeof line, stdin) != NULL) {
    size_t length = strcspn(line, "\n");
    int whole = line[length] == '\n';
    line[length] = 0;
    printf("%d:%s%s\n", ++number, line, whole ? "" : " (no newline)");
  }
  return 0;
}
