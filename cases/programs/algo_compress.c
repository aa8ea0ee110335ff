// Run-length, move-to-front and base64 round trips.
// expect-stdout: 10 4a3b9c2c1d
// expect-stdout: 98 98 110 1 1 1 0 0
// expect-stdout: []
// expect-stdout: [Zg==]
// expect-stdout: [Zm8=]
// expect-stdout: [Zm9v]
// expect-stdout: [Zm9vYg==]
// expect-stdout: [Zm9vYmE=]
// expect-stdout: [Zm9vYmFy]
#include <stdio.h>
#include <string.h>

static const char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int run_length(const char* from, int count, char* to) {
  int length = 0;
  for (int i = 0; i < count;) {
    int run = 1;
    while (i + run < count && from[i + run] == from[i] && run < 9) {
      run++;
    }
    to[length++] = (char)('0' + run);
    to[length++] = from[i];
    i += run;
  }
  to[length] = 0;
  return length;
}

static void move_to_front(const char* from, int* to) {
  char order[256];
  for (int i = 0; i < 256; i++) {
    order[i] = (char)i;
  }
  for (; *from; from++) {
    int at = 0;
    while (order[at] != *from) {
      at++;
    }
    *to++ = at;
    memmove(order + 1, order, (size_t)at);
    order[0] = *from;
  }
}

static void base64(const unsigned char* from, int count, char* to) {
  for (int i = 0; i < count; i += 3) {
    unsigned word = (unsigned)from[i] << 16;
    word |= i + 1 < count ? (unsigned)from[i + 1] << 8 : 0;
    word |= i + 2 < count ? from[i + 2] : 0u;
    *to++ = kAlphabet[word >> 18];
    *to++ = kAlphabet[word >> 12 & 63];
    *to++ = i + 1 < count ? kAlphabet[word >> 6 & 63] : '=';
    *to++ = i + 2 < count ? kAlphabet[word & 63] : '=';
  }
  *to = 0;
}

int main(void) {
  static const char* const words[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar"};
  char text[200];
  int ranks[20];
  printf("%d %s\n", run_length("aaaabbbcccccccccccd", 19, text), text);
  move_to_front("bananaaa", ranks);
  for (int i = 0; i < 8; i++) {
    printf("%d%c", ranks[i], i < 7 ? ' ' : '\n');
  }
  for (int i = 0; i < 7; i++) {
    base64((const unsigned char*)words[i], (int)strlen(words[i]), text);
    printf("[%s]\n", text);
  }
  return 0;
}
