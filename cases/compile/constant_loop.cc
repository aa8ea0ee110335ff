// A loop without an end, run by the compiler to find a constant: each counts the steps and stops.
// test-revisions: gxx clangxx
// test-toolchain[rev:gxx]: g++
// test-toolchain[rev:clangxx]: clang++
// expect-compile: fail
// expect-exit: 1
// expect-report: compile: exit 1
// expect-stdout:
constexpr int endless(int n) {
  unsigned sum = 0;
  for (;;) {
    sum += n;
  }
  return sum;
}

int main() {
  constexpr int value = endless(1);
  return value;
}
