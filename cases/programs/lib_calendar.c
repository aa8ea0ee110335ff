// Broken-down time: leap years, day of the week, normalisation by timegm, strftime.
// expect-stdout: 1970-01-01 00:00:00 Thu 001 Jan 00 back 1
// expect-stdout: 2000-02-29 00:00:00 Tue 060 Feb 09 back 1
// expect-stdout: 2001-09-09 01:46:40 Sun 252 Sep 36 back 1
// expect-stdout: 2024-02-29 00:00:00 Thu 060 Feb 08 back 1
// expect-stdout: 2099-12-31 23:59:59 Thu 365 Dec 52 back 1
// expect-stdout: 2024-03-02
// expect-stdout: 48217600
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
  static const time_t moments[] = {0, 951782400, 1000000000, 1709164800, 4102444799};
  char text[64];
  struct tm parts;
  for (int i = 0; i < 5; i++) {
    gmtime_r(&moments[i], &parts);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %j %b %U", &parts);
    printf("%s back %d\n", text, timegm(&parts) == moments[i]);
  }
  memset(&parts, 0, sizeof parts);
  parts.tm_year = 123;
  parts.tm_mon = 13;
  parts.tm_mday = 31;
  time_t normal = timegm(&parts);
  gmtime_r(&normal, &parts);
  strftime(text, sizeof text, "%F", &parts);
  puts(text);
  printf("%.0f\n", difftime(moments[2], moments[1]));
  return 0;
}
