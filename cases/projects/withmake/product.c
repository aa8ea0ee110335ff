#include "numbers.h"

int product(int a, int b) { return a * b; }
