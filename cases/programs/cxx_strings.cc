// std::string: search, replace, numbers, comparison, long strings, embedded NUL.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: > the slow brown foxes 22 18
// expect-stdout: slow|18446744073709551615|-60
// expect-stdout: > THE SLOW BROWN FOXES
// expect-stdout: 40 2500 3.500000 255
// expect-stdout: 3 0 100000 1
// expect-stdout: SEXOF NWORB WOLS EHT >
// expect-stdout: raw \n "string"
#include <algorithm>
#include <cctype>
#include <iostream>
#include <string>

int main() {
  std::string text = "the quick brown fox";
  text.replace(text.find("quick"), 5, "slow").append("es").insert(0, "> ");
  std::cout << text << ' ' << text.size() << ' ' << text.rfind('o') << '\n';
  std::cout << text.substr(6, 4) << '|' << text.find("cat") << '|' << text.compare("z") << '\n';
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::cout << text << '\n';
  std::cout << std::stoi("42abc") + std::stol("-2") << ' ' << std::stod("2.5e3") << ' '
            << std::to_string(3.5) << ' ' << std::stoul("ff", nullptr, 16) << '\n';
  std::string nul("a\0b", 3), large(100000, 'x');
  std::cout << nul.size() << ' ' << (nul == "a") << ' ' << large.size() << ' '
            << (large < large + "y") << '\n';
  std::string reversed(text.rbegin(), text.rend());
  std::cout << reversed << '\n' << R"(raw \n "string")" << '\n';
}
