#include "numbers.h"

long power(int base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}
