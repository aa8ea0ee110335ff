/* The program of the project, which is never reached. */
#include <stdio.h>

int main(void) {
  puts("the run step ran");
  return 0;
}
