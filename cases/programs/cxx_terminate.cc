// A noexcept function that throws reaches the program's own terminate handler.
// expect-stdout: terminate handler
// expect-exit: 3
#include <cstdlib>
#include <exception>
#include <iostream>

static void fails() noexcept {
  throw 1;
}

int main() {
  std::set_terminate([] {
    std::cout << "terminate handler" << std::endl;
    std::_Exit(3);
  });
  fails();
}
