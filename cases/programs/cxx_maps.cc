// map, set, multimap and their unordered relatives, which are read in sorted order.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: Ada=36 Edsger=72 Grace=85 01
// expect-stdout: Edsger Grace
// expect-stdout: bc
// expect-stdout: 1000 332833500 961
// expect-stdout: 2xy
// expect-stdout: 321
#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

int main() {
  std::map<std::string, int> ages{{"Grace", 85}, {"Ada", 36}, {"Alan", 41}};
  ages["Edsger"] = 72;
  ages.erase("Alan");
  for (const auto& entry : ages) {
    std::cout << entry.first << '=' << entry.second << ' ';
  }
  std::cout << ages.count("Alan") << ages.count("Ada") << '\n';
  std::cout << ages.lower_bound("B")->first << ' ' << ages.upper_bound("Edsger")->first << '\n';
  std::multimap<int, char> many{{2, 'b'}, {1, 'a'}, {2, 'c'}};
  for (auto range = many.equal_range(2); range.first != range.second; ++range.first) {
    std::cout << range.first->second;
  }
  std::cout << '\n';
  std::unordered_map<int, int> squares;
  for (int i = 0; i < 1000; i++) {
    squares[i] = i * i;
  }
  long sum = 0;
  for (const auto& entry : squares) {
    sum += entry.second;
  }
  std::cout << squares.size() << ' ' << sum << ' ' << squares.at(31) << '\n';
  std::unordered_set<std::string> words{"x", "y", "x"};
  std::vector<std::string> sorted(words.begin(), words.end());
  std::sort(sorted.begin(), sorted.end());
  std::cout << sorted.size() << sorted[0] << sorted[1] << '\n';
  std::set<int, std::greater<int>> down{3, 1, 2};
  for (int n : down) {
    std::cout << n;
  }
  std::cout << '\n';
}
