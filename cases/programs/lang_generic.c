// _Generic, _Static_assert, compound literals and flexible array members of C11.
// expect-stdout: int, double, char *, other
// expect-stdout: 10
// expect-stdout: 8 flexible
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_OF(x) \
  _Generic((x), int : "int", double : "double", char* : "char *", default : "other")

_Static_assert(sizeof(int) == 4, "int has 32 bits here");

struct text {
  int length;
  char bytes[];
};

static int sum(const int* values, int count) {
  int total = 0;
  for (int i = 0; i < count; i++) {
    total += values[i];
  }
  return total;
}

int main(void) {
  char word[] = "flexible";
  struct text* text = malloc(sizeof *text + sizeof word);
  if (text == NULL) {
    return 1;
  }
  printf("%s, %s, %s, %s\n", NAME_OF(1), NAME_OF(1.0), NAME_OF(&word[0]), NAME_OF(1u));
  printf("%d\n", sum((int[]){1, 2, 3, 4}, 4));
  text->length = (int)strlen(word);
  memcpy(text->bytes, word, sizeof word);
  printf("%d %s\n", text->length, text->bytes);
  free(text);
  return 0;
}
