// Has a static array of 128 MiB: with a smaller cap the program is refused before its first
// instruction, whatever the cap; with a larger one it starts.
// test-revisions: small exact smallest large
// expect-stdout:
// test-opts[rev:small]: --mem 100
// expect-refused[rev:small]: execve over the memory cap (104857600)
// test-opts[rev:exact]: --mem 128
// expect-refused[rev:exact]: execve over the memory cap (134217728)
// test-opts[rev:smallest]: --mem 1
// expect-refused[rev:smallest]: execve over the memory cap (1048576)
// test-opts[rev:large]: --mem 160
// expect-stdout[rev:large]: started
// expect-report[rev:large]: exit 0
#include <stdio.h>

static volatile char array[128 << 20];

int main(void) {
  array[0] = 1;
  array[sizeof array - 1] = 1;
  puts(array[0] + array[sizeof array - 1] == 2 ? "started" : "another array");
  return 0;
}
