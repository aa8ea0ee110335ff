// Counts lines, words and bytes of stdin, and how often each word occurs.
// test-stdin-file: in_words.stdin
// expect-stdout: 3 lines, 11 words, 52 bytes
// expect-stdout: 3 the
// expect-stdout: 1 brown
// expect-stdout: 1 dog
// expect-stdout: 1 end
// expect-stdout: 1 fox
// expect-stdout: 1 jumps
// expect-stdout: 1 lazy
// expect-stdout: 1 over
// expect-stdout: 1 quick
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  char word[32];
  int count;
};

static int by_count(const void* a, const void* b) {
  const struct entry *x = a, *y = b;
  return x->count != y->count ? y->count - x->count : strcmp(x->word, y->word);
}

int main(void) {
  static struct entry entries[64];
  int used = 0, lines = 0, words = 0, bytes = 0, length = 0, byte;
  char word[32];
  while ((byte = getchar()) != EOF) {
    bytes++;
    lines += byte == '\n';
    if (!isspace(byte) && length < 31) {
      word[length++] = (char)byte;
    } else if (length > 0) {
      int i = 0;
      word[length] = 0;
      length = 0;
      words++;
      while (i < used && strcmp(entries[i].word, word) != 0) {
        i++;
      }
      if (i == used) {
        strcpy(entries[used++].word, word);
      }
      entries[i].count++;
    }
  }
  printf("%d lines, %d words, %d bytes\n", lines, words, bytes);
  qsort(entries, (size_t)used, sizeof *entries, by_count);
  for (int i = 0; i < used; i++) {
    printf("%d %s\n", entries[i].count, entries[i].word);
  }
  return 0;
}
