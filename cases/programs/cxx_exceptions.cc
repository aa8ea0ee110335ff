// Exceptions through several frames: by type, by base class, rethrown, with destructors on the way.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: unwind inner 0
// expect-stdout: unwind middle
// expect-stdout: int 42
// expect-stdout: unwind inner 1
// expect-stdout: seen range, thrown again
// expect-stdout: unwind middle
// expect-stdout: exception range
// expect-stdout: unwind inner 2
// expect-stdout: unwind middle
// expect-stdout: special 7 special
// expect-stdout: unwind inner 3
// expect-stdout: unwind middle
// expect-stdout: something else
// expect-stdout: nothing thrown
// expect-stdout: unwind inner 4
// expect-stdout: unwind middle
#include <iostream>
#include <stdexcept>
#include <string>

struct Guard {
  std::string name;
  ~Guard() { std::cout << "unwind " << name << "\n"; }
};

struct Special : std::runtime_error {
  int code;
  Special(const std::string& what, int c) : std::runtime_error(what), code(c) {}
};

static void inner(int kind) {
  Guard guard{"inner " + std::to_string(kind)};
  switch (kind) {
    case 0:
      throw 42;
    case 1:
      throw std::out_of_range("range");
    case 2:
      throw Special("special", 7);
    case 3:
      throw std::string("a string");
    default:
      std::cout << "nothing thrown\n";
  }
}

static void middle(int kind) {
  Guard guard{"middle"};
  try {
    inner(kind);
  } catch (const std::logic_error& e) {
    std::cout << "seen " << e.what() << ", thrown again\n";
    throw;
  }
}

int main() {
  for (int kind = 0; kind < 5; kind++) {
    try {
      middle(kind);
    } catch (int n) {
      std::cout << "int " << n << "\n";
    } catch (const Special& s) {
      std::cout << "special " << s.code << " " << s.what() << "\n";
    } catch (const std::exception& e) {
      std::cout << "exception " << e.what() << "\n";
    } catch (...) {
      std::cout << "something else\n";
    }
  }
}
