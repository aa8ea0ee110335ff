// std::thread with a mutex, a condition variable, call_once, thread_local and atomics.
// test-skip[musl]: musl-gcc compiles C alone
// test-opts: --allow=threads --mem 1024
// expect-stdout: 1 60000 150000 0
#include <atomic>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

static thread_local int mine = 0;

int main() {
  std::mutex mutex;
  std::condition_variable ready;
  std::once_flag once;
  std::atomic<int> counter{0};
  int initialised = 0, waiting = 0, total = 0;
  bool go = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; i++) {
    threads.emplace_back([&, i] {
      std::call_once(once, [&] { initialised++; });
      {
        std::unique_lock<std::mutex> lock(mutex);
        waiting++;
        ready.notify_all();
        ready.wait(lock, [&] { return go; });
      }
      for (int n = 0; n < 10000; n++) {
        counter++;
        mine += i;
      }
      std::lock_guard<std::mutex> lock(mutex);
      total += mine;
    });
  }
  {
    std::unique_lock<std::mutex> lock(mutex);
    ready.wait(lock, [&] { return waiting == 6; });
    go = true;
  }
  ready.notify_all();
  for (auto& thread : threads) {
    thread.join();
  }
  std::cout << initialised << ' ' << counter << ' ' << total << ' ' << mine << '\n';
}
