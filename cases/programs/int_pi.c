// 250 digits of pi by a spigot.
// expect-stdout: 31415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679821480865132823066470938446095505822317253594081284811174502841027019385211055596446229489549303819644288109756659334461284756482337867831652712019091
#include <stdio.h>

int main(void) {
  enum { kDigits = 250, kCells = kDigits * 10 / 3 + 2 };
  static int cells[kCells];
  int nines = 0, held = -1;
  for (int i = 0; i < kCells; i++) {
    cells[i] = 2;
  }
  for (int printed = 0; printed <= kDigits;) {
    int carry = 0;
    for (int i = kCells - 1; i > 0; i--) {
      int value = cells[i] * 10 + carry * (i + 1);
      cells[i] = value % (2 * i + 1);
      carry = value / (2 * i + 1);
    }
    int value = cells[0] * 10 + carry;
    cells[0] = value % 10;
    int digit = value / 10;
    if (digit == 9) {
      nines++;
      continue;
    }
    if (held >= 0) {
      putchar('0' + held + digit / 10);
      printed++;
    }
    for (; nines > 0; nines--, printed++) {
      putchar(digit == 10 ? '0' : '9');
    }
    held = digit % 10;
  }
  putchar('\n');
  return 0;
}
