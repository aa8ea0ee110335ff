// Writes to stdout without end (outside a box: 96 MiB).
// test-opts: --wall 60 --time 20
// expect-stdout-any:
// expect-killed: output limit (64 MiB)
#include <string.h>
#include <unistd.h>

int main(void) {
  static char lines[65536];
  memset(lines, 'A', sizeof lines);
  for (size_t i = 63; i < sizeof lines; i += 64) {
    lines[i] = '\n';
  }
  for (int i = 0; i < 96 * 16; i++) {
    if (write(1, lines, sizeof lines) < 0) {
      return 9;
    }
  }
  return 0;
}
