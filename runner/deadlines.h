// runner/deadlines.h - ends tests that take too long.
//
//   Deadlines deadlines;
//   std::stop_source box;
//   {
//     Deadlines::Guard guard(deadlines, clock::now() + 5s, box);
//     sbx::run(request, box.get_token());
//     if (guard.expired()) { ... }
//   }
//
// Thread-safe; its one thread starts with the first deadline.
#pragma once
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <stop_token>
#include <thread>

namespace sbx::runner {

class Deadlines {
 public:
  using Clock = std::chrono::steady_clock;

  class Guard {
   public:
    Guard(Deadlines&, Clock::time_point when, std::stop_source box);
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard();
    [[nodiscard]] bool expired() const;

   private:
    friend class Deadlines;
    Deadlines& owner_;
    Clock::time_point when_;
    std::stop_source box_;
    bool expired_ = false;
    std::list<Guard*>::iterator at_ = {};
  };

 private:
  void loop(const std::stop_token&);

  std::mutex mutex_ = {};
  std::condition_variable_any changed_ = {};
  std::list<Guard*> waiting_ = {};
  bool fresh_ = false;        // a deadline was added since the thread last looked
  std::jthread thread_ = {};  // last: joined before the rest goes
};

}  // namespace sbx::runner
