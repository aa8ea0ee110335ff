// Lambdas: captures, mutable state, generic ones, recursion through std::function, bind.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 4 16 123
// expect-stdout: 1307674368000
// expect-stdout: 0 1 4 9 9 9
// expect-stdout: empty function
#include <functional>
#include <iostream>
#include <memory>
#include <vector>

int main() {
  int by = 3;
  auto add = [by](int n) { return n + by; };
  auto count = [n = 0]() mutable { return ++n; };
  auto twice = [](auto f, auto x) { return f(f(x)); };
  by = 100;
  std::cout << add(1) << ' ' << twice(add, 10) << ' ' << count() << count() << count() << '\n';
  std::function<long(int)> factorial = [&](int n) -> long {
    return n < 2 ? 1 : n * factorial(n - 1);
  };
  std::cout << factorial(15) << '\n';
  std::vector<std::function<int()>> makers;
  for (int i = 0; i < 4; i++) {
    makers.push_back([i] { return i * i; });
  }
  for (auto& make : makers) {
    std::cout << make() << ' ';
  }
  auto subtract = std::bind(std::minus<int>(), std::placeholders::_2, std::placeholders::_1);
  auto owner = [p = std::make_unique<int>(9)] { return *p; };
  std::cout << subtract(1, 10) << ' ' << owner() << '\n';
  try {
    std::function<void()>()();
  } catch (const std::bad_function_call&) {
    std::cout << "empty function\n";
  }
}
