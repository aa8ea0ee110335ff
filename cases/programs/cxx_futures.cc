// async, promises, packaged tasks, and an exception that crosses from one thread to another.
// test-skip[musl]: musl-gcc compiles C alone
// test-opts: --allow=threads --mem 1024
// expect-stdout: 50005000
// expect-stdout: from another thread
// expect-stdout: caught far away
// expect-stdout: 144
// expect-stdout: 7
#include <future>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static long sum(const std::vector<int>& values, std::size_t from, std::size_t to) {
  if (to - from < 2000) {
    return std::accumulate(values.begin() + static_cast<long>(from),
                           values.begin() + static_cast<long>(to), 0L);
  }
  std::size_t middle = from + (to - from) / 2;
  auto left = std::async(std::launch::async, sum, std::cref(values), from, middle);
  long right = sum(values, middle, to);
  return left.get() + right;
}

int main() {
  std::vector<int> values(10000);
  std::iota(values.begin(), values.end(), 1);
  std::cout << sum(values, 0, values.size()) << '\n';
  std::promise<std::string> promise;
  auto future = promise.get_future();
  std::thread sender([&] { promise.set_value("from another thread"); });
  std::cout << future.get() << '\n';
  sender.join();
  auto fails =
      std::async(std::launch::async, []() -> int { throw std::runtime_error("far away"); });
  try {
    fails.get();
  } catch (const std::runtime_error& e) {
    std::cout << "caught " << e.what() << '\n';
  }
  std::packaged_task<int(int)> task([](int n) { return n * n; });
  auto result = task.get_future();
  std::thread(std::move(task), 12).join();
  std::cout << result.get() << '\n';
  auto lazy = std::async(std::launch::deferred, [] { return 7; });
  std::cout << lazy.get() << '\n';
}
