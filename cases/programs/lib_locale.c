// The C locale, asked for in three ways.
// expect-stdout: start: C
// expect-stdout: C: yes
// expect-stdout: environment: yes
// expect-stdout: decimal point [.], thousands []
// expect-stdout: 1234.50 0 1
// expect-stdout: e acute is a letter: 0
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  printf("start: %s\n", setlocale(LC_NUMERIC, NULL));
  printf("C: %s\n", setlocale(LC_ALL, "C") != NULL ? "yes" : "no");
  printf("environment: %s\n", setlocale(LC_ALL, "") != NULL ? "yes" : "no");
  printf("decimal point [%s], thousands [%s]\n", localeconv()->decimal_point,
         localeconv()->thousands_sep);
  printf("%.2f %g %d\n", 1234.5, strtod("0,5", NULL), strcoll("a", "b") < 0);
  printf("e acute is a letter: %d\n", isalpha(0xe9) != 0);
  return 0;
}
