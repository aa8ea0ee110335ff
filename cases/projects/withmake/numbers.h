#pragma once

int product(int a, int b);
long power(int base, int exponent);
