// Writes each of the 256 byte values once, NUL and 0xFF included.
// expect-stdout-hash: sha256:40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880 256
#include <stdio.h>

int main(void) {
  for (int byte = 0; byte < 256; byte++) {
    putchar(byte);
  }
  return 0;
}
