// C++17: optional, variant, any, string_view, structured bindings, if constexpr, fold expressions.
// test-skip[musl]: musl-gcc compiles C alone
// test-toolchain: g++
// expect-stdout: 5 -1 6
// expect-stdout: 0 text five wrong alternative
// expect-stdout: 2.5 1
// expect-stdout: a1 b2 1
// expect-stdout: [trimmed] number 7
#include <any>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

static std::optional<int> half(int n) {
  return n % 2 ? std::nullopt : std::optional<int>(n / 2);
}

template <typename... T>
static auto sum(T... values) {
  return (values + ... + 0);
}

template <typename T>
static std::string describe(const T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return "number " + std::to_string(value);
  } else {
    return "text " + std::string(value);
  }
}

int main() {
  std::cout << half(10).value_or(-1) << ' ' << half(7).value_or(-1) << ' ' << sum(1, 2, 3) << '\n';
  std::variant<int, std::string> either = 5;
  std::cout << either.index();
  either = std::string("five");
  std::visit([](const auto& value) { std::cout << ' ' << describe(value); }, either);
  try {
    (void)std::get<int>(either);
  } catch (const std::bad_variant_access&) {
    std::cout << " wrong alternative\n";
  }
  std::any anything = 2.5;
  std::cout << std::any_cast<double>(anything) << ' ' << anything.has_value() << '\n';
  std::map<std::string, int> map{{"a", 1}, {"b", 2}};
  for (const auto& [key, value] : map) {
    std::cout << key << value << ' ';
  }
  if (auto [at, fresh] = map.try_emplace("a", 9); !fresh) {
    std::cout << at->second << '\n';
  }
  std::string_view view = "  trimmed  ";
  view.remove_prefix(2);
  view.remove_suffix(2);
  std::cout << '[' << view << "] " << describe(7) << '\n';
}
