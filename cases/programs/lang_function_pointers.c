// Tables of functions, functions that return functions, callbacks with state.
// expect-stdout: 17 10
// expect-stdout: 7 4
// expect-stdout: 60 21
// expect-stdout: largest 17
#include <stdio.h>

static int add(int a, int b) {
  return a + b;
}
static int sub(int a, int b) {
  return a - b;
}
static int mul(int a, int b) {
  return a * b;
}

static int (*pick(char symbol))(int, int) {
  return symbol == '+' ? add : symbol == '-' ? sub : mul;
}

static void each(const int* values, int count, void (*visit)(void*, int), void* state) {
  for (int i = 0; i < count; i++) {
    visit(state, values[i]);
  }
}

static void largest(void* state, int value) {
  int* most = state;
  *most = value > *most ? value : *most;
}

int main(void) {
  static int (*const table[])(int, int) = {add, sub, mul};
  static const int values[] = {3, 17, 9, 12};
  int most = 0;
  for (int i = 0; i < 3; i++) {
    printf("%d %d\n", table[i](12, 5), pick("+-*"[i])(7, 3));
  }
  each(values, 4, largest, &most);
  printf("largest %d\n", most);
  return 0;
}
