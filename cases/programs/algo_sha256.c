// SHA-256 of three known texts, one of them a million letters.
// expect-stdout: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
// expect-stdout: ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
// expect-stdout: cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The first 32 bits of the fraction of the square or cube root of n, by bisection.
static uint32_t fraction_bits(int n, int cube) {
  uint64_t low = 0, high = (uint64_t)20 << 32;
  while (high - low > 1) {
    uint64_t middle = (low + high) / 2;
    long double root = (long double)middle / 4294967296.0L;
    if ((cube ? root * root * root : root * root) <= (long double)n) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (uint32_t)low;
}

static uint32_t rotate(uint32_t x, int by) {
  return x >> by | x << (32 - by);
}

static void digest(const unsigned char* text, size_t length, char* hex) {
  static uint32_t constants[64], start[8];
  uint32_t state[8], schedule[64];
  size_t padded = (length + 9 + 63) / 64 * 64;
  unsigned char* message = calloc(padded, 1);
  for (int n = 2, found = 0; found < 64; n++) {
    int prime = 1;
    for (int d = 2; d * d <= n; d++) {
      prime &= n % d != 0;
    }
    if (prime) {
      constants[found] = fraction_bits(n, 1);
      if (found < 8) {
        start[found] = fraction_bits(n, 0);
      }
      found++;
    }
  }
  memcpy(state, start, sizeof state);
  memcpy(message, text, length);
  message[length] = 0x80;
  for (int i = 0; i < 8; i++) {
    message[padded - 1 - (size_t)i] = (unsigned char)((uint64_t)length * 8 >> (8 * i));
  }
  for (size_t at = 0; at < padded; at += 64) {
    uint32_t v[8];
    for (int i = 0; i < 16; i++) {
      const unsigned char* p = message + at + (size_t)i * 4;
      schedule[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    for (int i = 16; i < 64; i++) {
      uint32_t x = schedule[i - 15], y = schedule[i - 2];
      schedule[i] = schedule[i - 16] + (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + schedule[i - 7] +
                    (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10);
    }
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
      uint32_t s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
      uint32_t s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
      uint32_t t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + schedule[i];
      uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      memmove(v + 1, v, 7 * sizeof *v);
      v[4] += t1;
      v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) {
      state[i] += v[i];
    }
  }
  for (int i = 0; i < 8; i++) {
    sprintf(hex + i * 8, "%08x", state[i]);
  }
  free(message);
}

int main(void) {
  char hex[65];
  unsigned char* million = malloc(1000000);
  memset(million, 'a', 1000000);
  digest((const unsigned char*)"", 0, hex);
  puts(hex);
  digest((const unsigned char*)"abc", 3, hex);
  puts(hex);
  digest(million, 1000000, hex);
  puts(hex);
  free(million);
  return 0;
}
