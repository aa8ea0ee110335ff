// supervisor/one_processor.h - keeps the calling thread, and those that talk with it, on one
// processor.
//
//   OneProcessor here;       // where the thread is now
//   here.join(init);         // what the init clones is born here
//   here.let_go();
//   if (int error = here.free(step)) ...
//
// A box is built by handing over, from the supervisor to the init to the step and back, a dozen
// times, and never do two of them work at once. On one processor a hand-over is a switch; across
// two it is a wake-up, behind whatever runs there. A pool tells each of its helpers a processor to
// build on, so that two never meet. While a program runs, who supervises it goes where it asks. Not
// thread-safe.
#pragma once
#include <sched.h>
#include <sys/types.h>

#include <cerrno>
#include <optional>

namespace sbx::supervisor {

class OneProcessor {
 public:
  // `processor`: keep to that one; -1: to the one the thread is on.
  explicit OneProcessor(int processor = -1) : wanted_(processor) { keep(); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;
  ~OneProcessor() { let_go(); }

  // Again, after let_go(). Not where the host forbids it, nor where there are more processors than
  // the set has room for: then it is slower, nothing else.
  void keep() {
    const int here = wanted_ >= 0 ? wanted_ : ::sched_getcpu();
    if (kept_ || !everywhere() || here < 0 || here >= CPU_SETSIZE) {
      return;
    }
    CPU_ZERO(&one_);
    CPU_SET(static_cast<unsigned>(here), &one_);
    kept_ = ::sched_setaffinity(0, sizeof one_, &one_) == 0;
  }
  void let_go() {
    if (kept_) {
      ::sched_setaffinity(0, sizeof *everywhere(), &*everywhere());
      kept_ = false;
    }
  }
  // Whether it is always the same one.
  [[nodiscard]] bool fixed() const { return wanted_ >= 0; }
  // Brings another thread here. Whether it came.
  bool join(pid_t thread) const {
    return kept_ && ::sched_setaffinity(thread, sizeof one_, &one_) == 0;
  }
  // Gives another thread all processors. 0, also when it is gone, or an errno.
  static int free(pid_t thread) {
    const bool done =
        !everywhere() || ::sched_setaffinity(thread, sizeof *everywhere(), &*everywhere()) == 0;
    return done || errno == ESRCH ? 0 : errno;
  }
  // Where this process may run. Nothing: it could not be asked.
  static const std::optional<cpu_set_t>& everywhere() {
    static const std::optional<cpu_set_t> all = [] {
      cpu_set_t set;
      return ::sched_getaffinity(0, sizeof set, &set) == 0 ? std::optional(set) : std::nullopt;
    }();
    return all;
  }

 private:
  const int wanted_;
  cpu_set_t one_{};
  bool kept_ = false;
};

}  // namespace sbx::supervisor
