// flags: -pthread
// C++ threads: futures, waits on atomics, barriers, stop tokens, thread-local objects.
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <future>
#include <iostream>
#include <latch>
#include <memory>
#include <mutex>
#include <numeric>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>
thread_local std::string local = "local";
int main() {
  using namespace std::chrono_literals;
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::shared_mutex shared;
  std::condition_variable_any condition;
  std::atomic<int> count = 0;
  std::latch latch(4);
  std::barrier barrier(4);
  std::counting_semaphore<4> semaphore(0);
  auto owner = std::make_shared<int>(1);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, owner] {
      local += "x";
      latch.count_down();
      barrier.arrive_and_wait();
      const std::scoped_lock lock(mutex);
      const std::shared_lock reading(shared);
      ++count;
      count.notify_all();
      semaphore.release();
    });
  }
  latch.wait();
  for (int seen = count; seen < 4; seen = count) {
    count.wait(seen);
  }
  semaphore.acquire();
  static_cast<void>(semaphore.try_acquire_for(1ms));
  for (std::thread& t : threads) {
    t.join();
  }
  auto later = std::async(std::launch::async, [] { return std::vector<int>(2000000, 1); });
  std::promise<int> promise;
  std::thread([&] { promise.set_value(1); }).detach();
  std::jthread stopped([&](std::stop_token stop) {
    std::unique_lock lock(mutex);
    condition.wait(lock, stop, [] { return false; });
  });
  stopped.request_stop();
  const auto numbers = later.get();
  try {
    std::async(std::launch::async, []() -> int { throw 1; }).get();
  } catch (int) {
    std::cout << "caught\n";
  }
  return std::accumulate(numbers.begin(), numbers.end(), promise.get_future().get()) > 0 ? 0 : 1;
}
