// supervisor/fuzzed.h - where a fuzz step stands: what it printed, its memory cap, its last second.
//
//   Fuzzed fuzzed(step);
//   fuzzed.hear(0, bytes);                       // of stdout; 1: stderr
//   if (fuzzed.due()) { int error = fuzzed.arm(); }
//   fuzzed.stop(thread, now);                    // SIGABRT: the input is written, and a stack
//   if (now >= fuzzed.deadline()) { /* SIGKILL */ }
//
// Not thread-safe.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "supervisor/decide_fuzz.h"

namespace sbx::supervisor {

// Finds words in a stream that comes in pieces.
class Spotter {
 public:
  explicit Spotter(const std::vector<std::string>& words);
  // Whether one of the words was in the stream by now.
  bool hear(std::string_view bytes);

 private:
  const std::vector<std::string>& words_;
  std::size_t longest_ = 0;
  std::string tail_;  // what may be the beginning of a word
  bool heard_ = false;
};

class Fuzzed {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Fuzzed(const plan::StepPlan& step);
  Fuzzed(const Fuzzed&) = delete;
  Fuzzed& operator=(const Fuzzed&) = delete;

  void hear(std::size_t stream, std::string_view bytes);
  // The step's first task to ask is its program's start.
  void asks(pid_t task) { pid_ = pid_ < 0 ? task : pid_; }
  [[nodiscard]] const FuzzPlace& place() const { return place_; }
  [[nodiscard]] bool stopping() const { return place_.phase == FuzzPlace::Phase::stopping; }

  // Whether it printed what arms it and is not armed yet.
  [[nodiscard]] bool due() const;
  // Sets its memory cap. An errno: it could not be; 0 where the task is gone.
  int arm();

  // Asks the thread to abort; -1: its first. From now on it is ending.
  void stop(pid_t thread, Clock::time_point now);
  // It still speaks or asks: it is writing what it has to say.
  void lives(Clock::time_point now);
  [[nodiscard]] Clock::time_point deadline() const { return deadline_; }
  // Whether the cap may be what stands behind whatever ends it now.
  [[nodiscard]] bool full() const;

 private:
  const plan::StepPlan& step_;
  Spotter armed_[2], leaves_[2];
  bool armed_heard_ = false;
  FuzzPlace place_;
  pid_t pid_ = -1;
  Clock::time_point deadline_, latest_;
};

}  // namespace sbx::supervisor
