// Reads numbers, words and character sets with scanf.
// test-stdin-file: in_scanf.stdin
// expect-stdout: sum of 3: 3
// expect-stdout: fields 2: Ada 36
// expect-stdout: fields 3: 31 15 99
// expect-stdout: not a number: 0
// expect-stdout: but a word: 1 tail
// expect-stdout: then -1
#include <stdio.h>

int main(void) {
  int count = 0, age = 0, hex = 0, octal = 0, decimal = 0;
  double sum = 0, value = 0;
  char name[20], tail[20];
  if (scanf("%d", &count) != 1) {
    return 1;
  }
  for (int i = 0; i < count; i++) {
    if (scanf("%lf", &value) != 1) {
      return 2;
    }
    sum += value;
  }
  printf("sum of %d: %g\n", count, sum);
  printf("fields %d", scanf(" name: %19[A-Za-z] age: %d", name, &age));
  printf(": %s %d\n", name, age);
  printf("fields %d", scanf("%i %i %d", &hex, &octal, &decimal));
  printf(": %d %d %d\n", hex, octal, decimal);
  printf("not a number: %d\n", scanf("%d", &decimal));
  printf("but a word: %d %s\n", scanf("%19s", tail) == 1, tail);
  printf("then %d\n", scanf("%d", &decimal));
  return 0;
}
