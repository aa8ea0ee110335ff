// Durations and clocks: conversions are exact, clocks move forward.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 90060 90060500 1.5
// expect-stdout: 11
// expect-stdout: 1
#include <chrono>
#include <iostream>

int main() {
  using namespace std::chrono;
  constexpr auto span = hours(25) + minutes(1) + milliseconds(500);
  std::cout << duration_cast<seconds>(span).count() << ' '
            << duration_cast<milliseconds>(span).count() << ' '
            << duration_cast<duration<double, std::ratio<86400>>>(hours(36)).count() << '\n';
  auto before = steady_clock::now();
  volatile int work = 0;
  for (int i = 0; i < 1000000; i++) {
    work = work + i;
  }
  auto took = steady_clock::now() - before;
  std::cout << (took.count() > 0) << (took < seconds(60)) << '\n';
  std::cout << (system_clock::now() > system_clock::from_time_t(1704067200)) << '\n';
}
