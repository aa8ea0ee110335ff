// bitset, tuple, pair, initializer lists and iterators of its own.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 10000000000000010110 4 131077
// expect-stdout: 1three 1
// expect-stdout: 54321 10 x
#include <bitset>
#include <initializer_list>
#include <iostream>
#include <string>
#include <tuple>
#include <utility>

class Countdown {
 public:
  struct Iterator {
    int n;
    int operator*() const { return n; }
    Iterator& operator++() {
      --n;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return n != other.n; }
  };
  explicit Countdown(int from) : from_(from) {}
  Iterator begin() const { return {from_}; }
  Iterator end() const { return {0}; }

 private:
  int from_;
};

static int total(std::initializer_list<int> values) {
  int sum = 0;
  for (int value : values) {
    sum += value;
  }
  return sum;
}

int main() {
  std::bitset<20> bits("10110");
  bits.flip(19);
  std::cout << bits << ' ' << bits.count() << ' ' << (bits >> 2).to_ulong() << '\n';
  auto triple = std::make_tuple(1, 2.5, std::string("three"));
  int number;
  std::string word;
  std::tie(number, std::ignore, word) = triple;
  std::cout << number << word << ' ' << (triple < std::make_tuple(1, 3.0, std::string())) << '\n';
  for (int n : Countdown(5)) {
    std::cout << n;
  }
  std::cout << ' ' << total({1, 2, 3, 4}) << ' ' << std::make_pair(1, 'x').second << '\n';
}
