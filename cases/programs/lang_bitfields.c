// Bit-fields: widths, signs, packing, a zero-width border.
// expect-stdout: 1 21 -3 abcde, 4 bytes, word abcdeda9
// expect-stdout: -2 abcd
// expect-stdout: 15 7, 8 bytes
#include <stdio.h>
#include <string.h>

struct packed {
  unsigned a : 3;
  unsigned b : 5;
  int c : 4;
  unsigned d : 20;
};

struct border {
  unsigned a : 4;
  unsigned : 0;
  unsigned b : 4;
};

int main(void) {
  struct packed p;
  struct border s;
  volatile unsigned wide = 9;
  unsigned word;
  memset(&p, 0, sizeof p);
  p.a = wide;
  p.b = 21;
  p.c = -3;
  p.d = 0xabcde;
  memcpy(&word, &p, sizeof word);
  printf("%u %u %d %x, %lu bytes, word %08x\n", p.a, p.b, p.c, p.d, (unsigned long)sizeof p, word);
  p.c++;
  p.d >>= 4;
  printf("%d %x\n", p.c, p.d);
  s.a = 15;
  s.b = 7;
  printf("%u %u, %lu bytes\n", s.a, s.b, (unsigned long)sizeof s);
  return 0;
}
