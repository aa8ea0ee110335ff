// An exception nobody catches ends the program by abort, with its text on stderr.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: before
// expect-stderr: terminate called after throwing an instance of 'std::runtime_error'
// expect-stderr:   what():  nobody catches this
// expect-signal: ABRT
// expect-report: killed: signal 6 (SIGABRT)
#include <iostream>
#include <stdexcept>

int main() {
  std::cout << "before" << std::endl;
  throw std::runtime_error("nobody catches this");
}
