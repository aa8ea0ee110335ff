// The classic locale, a facet of its own, and a locale the box does not have.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 1'234'567 2,5
// expect-stdout: C
// expect-stdout: 1X
// expect-stdout: no such locale
#include <iostream>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

struct Grouped : std::numpunct<char> {
  char do_thousands_sep() const override { return '\''; }
  std::string do_grouping() const override { return "\3"; }
  char do_decimal_point() const override { return ','; }
};

int main() {
  std::ostringstream out;
  out.imbue(std::locale(std::locale::classic(), new Grouped));
  out << 1234567 << ' ' << 2.5;
  std::cout << out.str() << '\n' << std::locale().name() << '\n';
  std::cout << std::isalpha('x', std::locale::classic())
            << std::toupper('x', std::locale::classic()) << '\n';
  try {
    std::locale missing("xx_YY.nowhere");
    std::cout << "found\n";
  } catch (const std::runtime_error&) {
    std::cout << "no such locale\n";
  }
}
