// A million short insertions into std::cout.
// test-opts: --wall 60 --time 20
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout-hash: sha256:6e4463b48c8bbad8573102f59a2d1e32e7fb5b2b5752ab934522d83631dba1f7 1020000
#include <iostream>

int main() {
  for (int i = 0; i < 1000000; i++) {
    std::cout << i % 10 << (i % 50 == 49 ? "\n" : "");
  }
}
