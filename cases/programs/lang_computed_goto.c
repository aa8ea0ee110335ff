// A bytecode interpreter with computed goto.
// test-toolchain: gcc
// expect-stdout: 10
// expect-stdout: 9
// expect-stdout: 8
// expect-stdout: 7
// expect-stdout: 6
// expect-stdout: 5
// expect-stdout: 4
// expect-stdout: 3
// expect-stdout: 2
// expect-stdout: 1
// expect-stdout: 0
// expect-stdout: 43
// expect-stdout: height 0
#include <stdio.h>

int main(void) {
  enum { kPush, kAdd, kMul, kDup, kJumpNonZero, kDecrement, kPrint, kHalt };
  static const int code[] = {kPush,        1,      kPush,  10,    kDup, kPrint, kDecrement, kDup,
                             kJumpNonZero, 4,      kPrint, kPush, 6,    kPush,  7,          kMul,
                             kAdd,         kPrint, kHalt};
  static const void* const labels[] = {&&push, &&add,       &&mul,   &&dup,
                                       &&jump, &&decrement, &&print, &&halt};
  int stack[32], top = 0, at = 0;
  goto* labels[code[at++]];
push:
  stack[top++] = code[at++];
  goto* labels[code[at++]];
add:
  top--;
  stack[top - 1] += stack[top];
  goto* labels[code[at++]];
mul:
  top--;
  stack[top - 1] *= stack[top];
  goto* labels[code[at++]];
dup:
  stack[top] = stack[top - 1];
  top++;
  goto* labels[code[at++]];
jump:
  at = stack[--top] != 0 ? code[at] : at + 1;
  goto* labels[code[at++]];
decrement:
  stack[top - 1]--;
  goto* labels[code[at++]];
print:
  printf("%d\n", stack[--top]);
  goto* labels[code[at++]];
halt:
  printf("height %d\n", top);
  return 0;
}
