// Templates: variadic, specialised, recursive, SFINAE, constexpr.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 2432902008176640000 46368 103
// expect-stdout: integral double string
// expect-stdout: 4,5,6,
#include <iostream>
#include <string>
#include <type_traits>
#include <utility>

template <unsigned N>
struct Factorial {
  static constexpr unsigned long long value = N * Factorial<N - 1>::value;
};
template <>
struct Factorial<0> {
  static constexpr unsigned long long value = 1;
};

constexpr int fibonacci(int n) {
  int a = 0, b = 1;
  while (n-- > 0) {
    int next = a + b;
    a = b;
    b = next;
  }
  return a;
}
static_assert(fibonacci(24) == 46368, "computed by the compiler");

static int sum() {
  return 0;
}
template <typename T, typename... Rest>
static int sum(T first, Rest... rest) {
  return static_cast<int>(first) + sum(rest...);
}

template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>>
static const char* kind(T) {
  return "integral";
}
static const char* kind(double) {
  return "double";
}
static const char* kind(const std::string&) {
  return "string";
}

template <typename T, std::size_t... I>
static std::string join(const T& values, std::index_sequence<I...>) {
  std::string out;
  int order[] = {(out += std::to_string(values[I]) + ",", 0)...};
  (void)order;
  return out;
}

int main() {
  int values[] = {4, 5, 6};
  std::cout << Factorial<20>::value << ' ' << fibonacci(24) << ' ' << sum(1, 2L, 3.9, 'a') << '\n';
  std::cout << kind(1) << ' ' << kind(1.0) << ' ' << kind(std::string()) << '\n';
  std::cout << join(values, std::make_index_sequence<3>()) << '\n';
}
