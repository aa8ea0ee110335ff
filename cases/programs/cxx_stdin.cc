// Sums the numbers of stdin with stream iterators.
// test-skip[musl]: musl-gcc compiles C alone
// test-stdin-file: cxx_stdin.stdin
// expect-stdout: 7 numbers, sum 1000037, median 7, at the end 1
#include <algorithm>
#include <iostream>
#include <iterator>
#include <numeric>
#include <vector>

int main() {
  std::vector<long> numbers{std::istream_iterator<long>(std::cin), std::istream_iterator<long>()};
  std::sort(numbers.begin(), numbers.end());
  std::cout << numbers.size() << " numbers, sum "
            << std::accumulate(numbers.begin(), numbers.end(), 0L) << ", median "
            << numbers[numbers.size() / 2] << ", at the end " << std::cin.eof() << "\n";
}
