// One line of 1 MiB.
// expect-stdout-hash: sha256:a6c4d9aa27fecefa76a3a74a6c375d3f650105399ca088f8d199b4fc0266ea51 1048577
#include <stdio.h>

int main(void) {
  for (int i = 0; i < 1 << 20; i++) {
    putchar('a' + i % 26);
  }
  putchar('\n');
  return 0;
}
