// Regular expressions of the standard library: the heaviest header to compile.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 29.02.2024 at 0
// expect-stdout: 31.12.1999 at 15
// expect-stdout: 02/2024 and 12/1999, not 99-1-1
// expect-stdout: 10
// expect-stdout: broken expression
#include <iostream>
#include <iterator>
#include <regex>
#include <string>

int main() {
  const std::string text = "2024-02-29 and 1999-12-31, not 99-1-1";
  const std::regex date("(\\d{4})-(\\d{2})-(\\d{2})");
  for (std::sregex_iterator it(text.begin(), text.end(), date), end; it != end; ++it) {
    std::cout << it->str(3) << '.' << it->str(2) << '.' << it->str(1) << " at " << it->position()
              << '\n';
  }
  std::cout << std::regex_replace(text, date, "$2/$1") << '\n';
  std::cout << std::regex_match("abbbc", std::regex("ab*c"))
            << std::regex_search("xyz", std::regex("^y")) << '\n';
  try {
    std::regex broken("(unclosed");
    std::cout << "compiled\n";
  } catch (const std::regex_error&) {
    std::cout << "broken expression\n";
  }
}
