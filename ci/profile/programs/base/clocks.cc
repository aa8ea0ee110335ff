// chrono, random_device, regex, locale, and how many processors there are.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <locale>
#include <mutex>
#include <random>
#include <regex>
#include <thread>
int main() {
  using namespace std::chrono_literals;
  const auto start = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_until(std::chrono::system_clock::now() + 1ms);
  std::this_thread::yield();
  std::mt19937 generator(std::random_device{}());
  std::uniform_int_distribution<int> die(1, 6);
  const bool found = std::regex_search("x12", std::regex("[0-9]+"));
  try {
    std::cout.imbue(std::locale(""));
  } catch (const std::exception&) {
    std::cout << "no such locale\n";
  }
  const std::time_t now = std::time(nullptr);
  std::cout << std::put_time(std::gmtime(&now), "%Y") << die(generator) * 0
            << std::thread::hardware_concurrency() * 0 << '\n';
  std::mutex mutex;
  std::condition_variable condition;
  std::unique_lock lock(mutex);
  condition.wait_for(lock, 1ms);
  std::atomic<int> number = 1;
  number.notify_all();
  std::timed_mutex timed;
  timed.try_lock_for(1ms);
  return found && std::chrono::steady_clock::now() > start ? 0 : 1;
}
