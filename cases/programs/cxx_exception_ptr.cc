// Exceptions kept, nested and thrown again later.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: kept 1
// expect-stdout: the effect
// expect-stdout:   the cause
#include <exception>
#include <iostream>
#include <stdexcept>

static void show(const std::exception& e, int depth) {
  std::cout << std::string(static_cast<std::size_t>(depth) * 2, ' ') << e.what() << "\n";
  try {
    std::rethrow_if_nested(e);
  } catch (const std::exception& inner) {
    show(inner, depth + 1);
  }
}

int main() {
  std::exception_ptr kept;
  try {
    try {
      throw std::invalid_argument("the cause");
    } catch (...) {
      std::throw_with_nested(std::runtime_error("the effect"));
    }
  } catch (...) {
    kept = std::current_exception();
  }
  std::cout << "kept " << static_cast<bool>(kept) << "\n";
  try {
    std::rethrow_exception(kept);
  } catch (const std::exception& e) {
    show(e, 0);
  }
}
