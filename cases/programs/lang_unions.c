// Unions as views of the same bytes, and a tagged union with an anonymous member.
// expect-stdout: 3f800000 3f
// expect-stdout: -1
// expect-stdout: integer 5
// expect-stdout: text five
// expect-stdout: pair 5 -5
#include <stdint.h>
#include <stdio.h>

union bits {
  float number;
  uint32_t word;
  unsigned char bytes[4];
};

struct value {
  enum { kInteger, kText, kPair } kind;
  union {
    int integer;
    const char* text;
    struct {
      short left, right;
    } pair;
  };
};

static void show(struct value v) {
  if (v.kind == kInteger) {
    printf("integer %d\n", v.integer);
  } else if (v.kind == kText) {
    printf("text %s\n", v.text);
  } else {
    printf("pair %d %d\n", v.pair.left, v.pair.right);
  }
}

int main(void) {
  union bits one;
  one.number = 1.0f;
  printf("%08x %02x\n", one.word, one.bytes[3]);
  one.word |= 0x80000000;
  printf("%g\n", (double)one.number);
  show((struct value){.kind = kInteger, .integer = 5});
  show((struct value){.kind = kText, .text = "five"});
  show((struct value){.kind = kPair, .pair = {5, -5}});
  return 0;
}
