// Engines of the standard library give the numbers the standard says.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 4123659995 9981545732273789042 1043618065
// expect-stdout: 2787988707
// expect-stdout: 1
#include <algorithm>
#include <iostream>
#include <numeric>
#include <random>
#include <vector>

int main() {
  std::mt19937 mt;
  std::mt19937_64 mt64;
  std::minstd_rand0 minimal;
  mt.discard(9999);
  mt64.discard(9999);
  minimal.discard(9999);
  std::cout << mt() << ' ' << mt64() << ' ' << minimal() << '\n';
  std::mt19937 seeded(7);
  unsigned folded = 0;
  for (int i = 0; i < 1000; i++) {
    folded = folded * 31 + static_cast<unsigned>(seeded());
  }
  std::cout << folded << '\n';
  std::bernoulli_distribution coin(0.5);
  int heads = 0;
  for (int i = 0; i < 10000; i++) {
    heads += coin(seeded);
  }
  std::cout << (heads > 4700 && heads < 5300) << '\n';
}
