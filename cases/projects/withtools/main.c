#include <stdio.h>

#include "made.h"

int main(void) {
  puts(MADE);
  return 0;
}
