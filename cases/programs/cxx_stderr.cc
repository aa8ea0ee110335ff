// cout, cerr and clog go where they should.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: out
// expect-stdout: out again
// expect-stderr: err 1
// expect-stderr: log 2
// expect-exit: 1
#include <iostream>

int main() {
  std::cout << "out\n";
  std::cerr << "err " << 1 << '\n';
  std::clog << "log " << 2 << '\n';
  std::cout << "out again\n";
  return 1;
}
