#include <stdio.h>
#include <stdlib.h>

#include "numbers.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    return 2;
  }
  int a = atoi(argv[1]), b = atoi(argv[2]);
  printf("%d * %d = %d\n", a, b, product(a, b));
  printf("%d ^ %d = %ld\n", a, b, power(a, b));
  return 0;
}
