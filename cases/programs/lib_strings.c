// string.h: search, compare, split, copy, overlapping moves.
// expect-stdout: [one][two][three][four]
// expect-stdout: 0101234567
// expect-stdout: llo lo stack
// expect-stdout: 1 0 1
// expect-stdout: 4 5 =value
// expect-stdout: longe
// expect-stdout: 1 1
// expect-stdout: duplicated
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char list[] = "one,two;three,,four", overlap[] = "0123456789";
  char small[6];
  for (char* part = strtok(list, ",;"); part != NULL; part = strtok(NULL, ",;")) {
    printf("[%s]", part);
  }
  putchar('\n');
  memmove(overlap + 2, overlap, 8);
  puts(overlap);
  printf("%s %s %s\n", strchr("hello", 'l'), strrchr("hello", 'l'), strstr("haystack", "st"));
  printf("%d %d %d\n", strcmp("abc", "abd") < 0, strncmp("abc", "abd", 2), strcmp("b", "a") > 0);
  printf("%d %d %s\n", (int)strspn("aabbc", "ab"), (int)strcspn("hello,", ","),
         strpbrk("key=value", "=:"));
  strncpy(small, "longer", 5);
  small[5] = 0;
  puts(small);
  printf("%d %d\n", memcmp("a\0b", "a\0c", 3) < 0, memchr("abc", 'z', 3) == NULL);
  char* copy = strdup("duplicated");
  puts(copy);
  free(copy);
  return 0;
}
