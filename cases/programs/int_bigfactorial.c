// The factorial of 100, digit by digit.
// expect-stdout: 93326215443944152681699238856266700490715968264381621468592963895217599993229915608941463976156518286253697920827223758251185210916864000000000000000000000000
#include <stdio.h>

int main(void) {
  int digits[200] = {1}, length = 1;
  for (int factor = 2; factor <= 100; factor++) {
    int carry = 0;
    for (int i = 0; i < length; i++) {
      int value = digits[i] * factor + carry;
      digits[i] = value % 10;
      carry = value / 10;
    }
    while (carry > 0) {
      digits[length++] = carry % 10;
      carry /= 10;
    }
  }
  while (length > 0) {
    putchar('0' + digits[--length]);
  }
  putchar('\n');
  return 0;
}
