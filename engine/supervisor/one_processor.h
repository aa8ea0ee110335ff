// supervisor/one_processor.h - keeps the calling thread on the processor it is on.
//
//   OneProcessor here;        // children inherit it; here.before() is what they are given back
//   here.let_go();
//
// A box is built by handing over, from the supervisor to the init to the step and back, a dozen
// times, and never do two of them work at once. On one processor a hand-over is a switch; across
// two it is a wake-up, behind whatever runs there. The step has its processors back before its
// program starts. Not thread-safe.
#pragma once
#include <sched.h>

#include <optional>

namespace sbx::supervisor {

class OneProcessor {
 public:
  OneProcessor() {
    cpu_set_t all, one;
    const int here = ::sched_getcpu();
    // More processors than the set has room for: nothing is pinned, nothing else changes.
    if (here < 0 || here >= CPU_SETSIZE || ::sched_getaffinity(0, sizeof all, &all) != 0) {
      return;
    }
    CPU_ZERO(&one);
    CPU_SET(static_cast<unsigned>(here), &one);
    if (::sched_setaffinity(0, sizeof one, &one) == 0) {
      before_ = all;
      pinned_ = true;
    }
  }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;
  ~OneProcessor() { let_go(); }

  // Brings another thread here. Not where the host forbids it: then it is slower, nothing else.
  void join(pid_t thread) const {
    cpu_set_t one;
    if (pinned_ && ::sched_getaffinity(0, sizeof one, &one) == 0) {
      ::sched_setaffinity(thread, sizeof one, &one);
    }
  }
  // Nothing: the thread is not pinned.
  [[nodiscard]] const std::optional<cpu_set_t>& before() const { return before_; }
  void let_go() {
    if (pinned_) {
      ::sched_setaffinity(0, sizeof *before_, &*before_);
      pinned_ = false;
    }
  }

 private:
  std::optional<cpu_set_t> before_;
  bool pinned_ = false;
};

}  // namespace sbx::supervisor
