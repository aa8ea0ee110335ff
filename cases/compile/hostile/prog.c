/* The program that would be built. */
#include <stdio.h>

int main(void) {
  puts("built");
  return 0;
}
