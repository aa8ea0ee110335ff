/* One of many: bench_runners writes a number into each copy of this program. */
#include <stdio.h>
#include <stdlib.h>

/* As long as what replaces it; volatile, because the compiler may not know its value. */
static const volatile char number[] = "number: ------";

int main(void) {
  char digits[8] = "";
  for (int i = 0; i < 6; ++i) {
    digits[i] = number[8 + i];
  }
  printf("program %d\n", atoi(digits));
  return atoi(digits) % 7;
}
