// Local time with the zone given by the environment, as rules that need no zone file.
// test-env: TZ=CET-1CEST,M3.5.0,M10.5.0/3
// expect-stdout: 2024-01-01 01:00:00 daylight 0 back 1
// expect-stdout: 2024-07-01 02:00:00 daylight 1 back 1
// expect-stdout: 2024-03-31 01:59:59 daylight 0 back 1
// expect-stdout: 2024-03-31 03:00:00 daylight 1 back 1
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

int main(void) {
  static const time_t moments[] = {1704067200, 1719792000, 1711846799, 1711846800};
  char text[64];
  for (int i = 0; i < 4; i++) {
    struct tm* parts = localtime(&moments[i]);
    strftime(text, sizeof text, "%F %T", parts);
    printf("%s daylight %d back %d\n", text, parts->tm_isdst, mktime(parts) == moments[i]);
  }
  return 0;
}
