// test-revisions: default threads
// test-opts[rev:threads]: --allow=threads
// test-tags: isolation
// expect-refused: process limit (0)
// expect-refused[rev:threads]: process limit (64)
#include <unistd.h>
int main(void) {
  for (;;) {
    fork();
  }
}
