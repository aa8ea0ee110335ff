// A noexcept function that throws reaches the program's own terminate handler.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: terminate handler
// expect-exit: 3
#include <cstdlib>
#include <exception>
#include <iostream>

static void throws() {
  throw 1;
}

static void fails() noexcept {
  throws();
}

int main() {
  std::set_terminate([] {
    std::cout << "terminate handler" << std::endl;
    std::_Exit(3);
  });
  fails();
}
