// qsort with a callback, stable by a second key, and bsearch.
// expect-stdout: 36 Ada
// expect-stdout: 41 Alan
// expect-stdout: 41 Ken
// expect-stdout: 70 Dennis
// expect-stdout: 72 Edsger
// expect-stdout: 85 Barbara
// expect-stdout: 85 Grace
// expect-stdout: sorted 1, found 1
// expect-stdout: absent 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
  const char* name;
  int age;
};

static int by_age(const void* a, const void* b) {
  const struct person *x = a, *y = b;
  return x->age != y->age ? (x->age > y->age) - (x->age < y->age) : strcmp(x->name, y->name);
}

static int by_int(const void* a, const void* b) {
  int x = *(const int*)a, y = *(const int*)b;
  return (x > y) - (x < y);
}

int main(void) {
  struct person people[] = {{"Grace", 85},   {"Ada", 36},    {"Alan", 41}, {"Edsger", 72},
                            {"Barbara", 85}, {"Dennis", 70}, {"Ken", 41}};
  static int numbers[5000];
  unsigned seed = 1;
  int key, sorted = 1;
  qsort(people, 7, sizeof *people, by_age);
  for (int i = 0; i < 7; i++) {
    printf("%d %s\n", people[i].age, people[i].name);
  }
  for (int i = 0; i < 5000; i++) {
    seed = seed * 1103515245u + 12345u;
    numbers[i] = (int)(seed >> 8) % 100000;
  }
  key = numbers[1234];
  qsort(numbers, 5000, sizeof *numbers, by_int);
  for (int i = 1; i < 5000; i++) {
    sorted &= numbers[i - 1] <= numbers[i];
  }
  printf("sorted %d, found %d\n", sorted,
         bsearch(&key, numbers, 5000, sizeof *numbers, by_int) != NULL);
  key = -5;
  printf("absent %d\n", bsearch(&key, numbers, 5000, sizeof *numbers, by_int) == NULL);
  return 0;
}
