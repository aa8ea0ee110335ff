// Without arguments there is the program's name alone.
// expect-stdout: argc 1, argv[0] is set, argv[1] is the end
#include <stdio.h>

int main(int argc, char** argv) {
  printf("argc %d, argv[0] %s, argv[1] %s\n", argc, argv[0][0] != 0 ? "is set" : "is empty",
         argv[1] == NULL ? "is the end" : "is set");
  return 0;
}
