// Templates that need each other 2000 deep: each compiler stops at a depth of its own.
// test-revisions: gxx clangxx
// test-toolchain[rev:gxx]: g++
// test-toolchain[rev:clangxx]: clang++
// expect-compile: fail
// expect-exit: 1
// expect-report: compile: exit 1
// expect-stdout:
template <int n>
struct Sum {
  static const int value = Sum<n - 1>::value + Sum<n - 2>::value;
};
template <>
struct Sum<0> {
  static const int value = 0;
};
template <>
struct Sum<1> {
  static const int value = 1;
};

int main() {
  return Sum<2000>::value;
}
