// Output that is hard to keep: single bytes to both streams in turn, NUL and broken UTF-8, a line of
// 1 MiB, no newline at the end. Each stream arrives byte for byte.
// expect-stdout-hash: sha256:f3fd8160c771d64826e1abb09abbb4d1187bcb1d83c00d01361da1b48354aeb2 1048643
// expect-stderr-noeol: ABCDEFGHIJKLMNOPQRSTUVWXYZ
// expect-report: exit 0
#include <string.h>
#include <unistd.h>

int main(void) {
  static const char odd[] = "\r\n\0\xff\xfe\xc3(\x1b[31m\n";
  static char line[1 << 20];
  for (int i = 0; i < 26; i++) {
    const char low = (char)('a' + i), high = (char)('A' + i);
    if (write(1, &low, 1) != 1 || write(2, &high, 1) != 1) {
      return 3;
    }
  }
  (void)!write(1, odd, sizeof odd - 1);
  memset(line, 'L', sizeof line);
  for (size_t done = 0; done < sizeof line;) {
    const ssize_t n = write(1, line + done, sizeof line - done);
    if (n < 0) {
      return 4;
    }
    done += (size_t)n;
  }
  (void)!write(1, "\nlast line without a newline", 28);
  return 0;
}
