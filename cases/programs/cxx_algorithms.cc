// Algorithms: sort, stable_sort, partition, rotate, permutations, set operations, heaps, searches.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout:  4 5 6 7 8 9 10 1 2 3
// expect-stdout:  5 7 9 1 3 4 6 8 10 2
// expect-stdout:  10 9 8 7 6 5 4 3 2 1
// expect-stdout:  1b 1d 2a 2c
// expect-stdout: 6
// expect-stdout:  3 5 7
// expect-stdout:  1 2 3 5 7
// expect-stdout: 1510585
// expect-stdout: 510
#include <algorithm>
#include <iostream>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

template <typename T>
static void show(const T& values) {
  for (const auto& value : values) {
    std::cout << ' ' << value;
  }
  std::cout << '\n';
}

int main() {
  std::vector<int> v(10);
  std::iota(v.begin(), v.end(), 1);
  std::rotate(v.begin(), v.begin() + 3, v.end());
  show(v);
  std::stable_partition(v.begin(), v.end(), [](int n) { return n % 2; });
  show(v);
  std::sort(v.rbegin(), v.rend());
  show(v);
  std::vector<std::pair<int, char>> pairs{{2, 'a'}, {1, 'b'}, {2, 'c'}, {1, 'd'}};
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const auto& x, const auto& y) { return x.first < y.first; });
  for (const auto& p : pairs) {
    std::cout << ' ' << p.first << p.second;
  }
  std::cout << '\n';
  std::string letters = "abc";
  int permutations = 0;
  do {
    permutations++;
  } while (std::next_permutation(letters.begin(), letters.end()));
  std::cout << permutations << '\n';
  std::vector<int> odd{1, 3, 5, 7}, prime{2, 3, 5, 7}, both, either;
  std::set_intersection(odd.begin(), odd.end(), prime.begin(), prime.end(),
                        std::back_inserter(both));
  std::set_union(odd.begin(), odd.end(), prime.begin(), prime.end(), std::back_inserter(either));
  show(both);
  show(either);
  std::cout << std::binary_search(odd.begin(), odd.end(), 5)
            << *std::lower_bound(odd.begin(), odd.end(), 4)
            << std::accumulate(odd.begin(), odd.end(), 1, [](int a, int b) { return a * b; })
            << std::inner_product(odd.begin(), odd.end(), prime.begin(), 0) << '\n';
  std::nth_element(v.begin(), v.begin() + 4, v.end());
  std::cout << v[4] << *std::max_element(v.begin(), v.end()) << '\n';
}
