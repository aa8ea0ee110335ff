// The environment of a box: two variables and nothing of the host's.
// expect-stdout: 2 variables
// expect-stdout: HOME=/src
// expect-stdout: PATH=/usr/bin:/bin
// expect-stdout: USER is unset
#include <stdio.h>
#include <stdlib.h>

extern char** environ;

int main(void) {
  int count = 0;
  while (environ[count] != NULL) {
    count++;
  }
  printf("%d variables\nHOME=%s\nPATH=%s\n", count, getenv("HOME"), getenv("PATH"));
  printf("USER is %s\n", getenv("USER") == NULL ? "unset" : "set");
  return 0;
}
