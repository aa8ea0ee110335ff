// vector: growth, insertion, erasure, moves, bounds.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: delta echo echo alpha charlie bravo (6)
// expect-stdout: alpha bravo charlie delta (4)
// expect-stdout: 4 0
// expect-stdout: 1 7 7 7 7 7 0 0 0 (9)
// expect-stdout: out of range
// expect-stdout: 1
#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

template <typename T>
static void show(const std::vector<T>& values) {
  for (const auto& value : values) {
    std::cout << value << ' ';
  }
  std::cout << '(' << values.size() << ")\n";
}

int main() {
  std::vector<std::string> words{"delta", "alpha", "charlie"};
  words.push_back("bravo");
  words.insert(words.begin() + 1, 2, "echo");
  show(words);
  words.erase(std::remove(words.begin(), words.end(), "echo"), words.end());
  std::sort(words.begin(), words.end());
  show(words);
  std::vector<std::string> moved = std::move(words);
  std::cout << moved.size() << ' ' << words.size() << '\n';
  std::vector<int> numbers(5, 7);
  numbers.resize(8);
  numbers.emplace(numbers.begin(), 1);
  show(numbers);
  try {
    std::cout << numbers.at(100) << '\n';
  } catch (const std::out_of_range&) {
    std::cout << "out of range\n";
  }
  std::vector<bool> bits(100);
  bits[42] = true;
  std::cout << std::count(bits.begin(), bits.end(), true) << '\n';
}
