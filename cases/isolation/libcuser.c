// Uses what every C program uses: malloc small and large, stdio, a temporary file, the locale and
// the local time. It must not notice that it is in a box.
// expect-stdout: malloc ok
// expect-stdout: tmpfile ok
// expect-stdout: locale ok
// expect-stdout: time ok
// expect-report: exit 0
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
  char line[64] = "";
  char stamp[64];
  char* small = malloc(100);
  char* large = malloc(4 << 20);
  FILE* scratch = tmpfile();
  time_t now = time(NULL);
  struct tm* local = localtime(&now);

  if (small == NULL || large == NULL) {
    return 3;
  }
  memset(small, 's', 100);
  memset(large, 'l', 4 << 20);
  puts(small[99] == 's' && large[(4 << 20) - 1] == 'l' ? "malloc ok" : "malloc wrong");
  free(large);
  free(small);

  if (scratch == NULL) {
    perror("tmpfile");
    return 4;
  }
  fputs("kept in a file without a name\n", scratch);
  rewind(scratch);
  if (fgets(line, sizeof line, scratch) == NULL) {
    return 5;
  }
  puts(strcmp(line, "kept in a file without a name\n") == 0 ? "tmpfile ok" : "tmpfile wrong");
  fclose(scratch);

  puts(setlocale(LC_ALL, "") != NULL && *localeconv()->decimal_point == '.' ? "locale ok"
                                                                            : "locale wrong");
  puts(local != NULL && local->tm_year > 100 && strftime(stamp, sizeof stamp, "%c", local) > 10
           ? "time ok"
           : "time wrong");
  return 0;
}
