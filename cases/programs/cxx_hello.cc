// The smallest C++ program that prints.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: hello, C++
#include <iostream>

int main() {
  std::cout << "hello, C++" << std::endl;
}
