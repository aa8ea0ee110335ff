// Writes exactly 64 MiB, which is exactly what the output cap allows.
// test-opts: --wall 60 --time 20
// expect-stdout-hash: sha256:fd49f2d70d774051e50cdaa6a19c36dd9964dbf1cf2c7687413939e834859703 67108864
#include <stdio.h>

int main(void) {
  static char block[65536];
  unsigned int state = 1;
  for (int i = 0; i < 1024; i++) {
    for (size_t j = 0; j < sizeof block; j++) {
      state = state * 1664525u + 1013904223u;
      block[j] = (char)(state >> 24);
    }
    if (fwrite(block, 1, sizeof block, stdout) != sizeof block) {
      return 1;
    }
  }
  return fflush(stdout) == 0 ? 0 : 2;
}
