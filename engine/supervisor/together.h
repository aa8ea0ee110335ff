// supervisor/together.h - the supervisor and the task that asks, on one processor for as long as it
// asks often.
//
//   Together together(&here, joined, hidden);   // a step's first task was born on the supervisor's
//   if (int error = together.asks(task, number, now)) ...   // before each answer
//   if (int error = together.look(now)) ...                 // no later than together.until()
//
// An answered call costs two hand-overs: 6 us on one processor, 14 us across two (DECISIONS.md,
// 24). A loader and a compiler ask a hundred times in a row; a program that computes has every
// processor a millisecond after its last question.
//
// No program can see it: before one asks for its processors, or makes a task that would have them
// from it, it has them all. Not thread-safe.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <optional>

#include "supervisor/one_processor.h"

namespace sbx::supervisor {

class Together {
 public:
  using Clock = std::chrono::steady_clock;

  // `joined`: a step's first task is on the supervisor's processor when it first asks. `seen`: the
  // program can look at its own state (/proc), and is let go with that first question.
  Together(OneProcessor* here, bool joined, bool seen)
      : here_(here), joined_(joined), seen_(seen) {}

  // 0, or why a task could not be given its processors back.
  [[nodiscard]] int asks(pid_t task, int number, Clock::time_point now);
  [[nodiscard]] int look(Clock::time_point now);
  // When look() has something to do. Nothing: nobody is kept here.
  [[nodiscard]] std::optional<Clock::time_point> until() const;

 private:
  int part();

  OneProcessor* here_;
  bool joined_, seen_;
  bool together_ = false;
  pid_t task_ = -1;
  unsigned in_a_row_ = 0;
  Clock::time_point latest_;
};

}  // namespace sbx::supervisor
