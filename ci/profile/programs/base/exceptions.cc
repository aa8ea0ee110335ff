// Exceptions thrown, nested, rethrown and translated; the last one is not caught (SIGABRT).
#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>
#include <vector>
int main() {
  try {
    try {
      std::vector<int>().at(3);
    } catch (...) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (const std::exception& e) {
    std::cout << e.what() << '\n';
  }
  try {
    static_cast<void>(operator new(1ul << 46));
  } catch (const std::bad_alloc&) {
    std::cout << "bad_alloc\n";
  }
  try {
    throw std::system_error(std::make_error_code(std::errc::io_error));
  } catch (const std::system_error& e) {
    std::cout << e.code().message() << '\n';
  }
  throw std::logic_error("not caught");
}
