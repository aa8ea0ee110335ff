// The smallest C++ program that prints.
// expect-stdout: hello, C++
#include <iostream>

int main() {
  std::cout << "hello, C++" << std::endl;
}
