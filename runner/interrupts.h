// runner/interrupts.h - Ctrl-C and SIGTERM end a run, they do not cut it off.
//
//   std::stop_source stop;
//   Interrupts interrupts(stop);    // before any other thread is started: they inherit the mask
//   ... run ...
//   if (interrupts.signal() != 0) { return 128 + interrupts.signal(); }
//
// The first SIGINT or SIGTERM requests a stop. The second leaves at once with 128 + its number:
// running boxes then end with the process, by the engine's own rule. One object a process.
#pragma once
#include <atomic>
#include <stop_token>
#include <string>
#include <thread>

#include "runner/capture.h"

namespace sbx::runner {

class Interrupts {
 public:
  explicit Interrupts(std::stop_source stop);
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();
  [[nodiscard]] int signal() const { return signal_; }  // 0: none came

 private:
  std::atomic<int> signal_{0};
  Fd signals_ = {};
  Fd quit_ = {};
  std::jthread thread_ = {};
};

}  // namespace sbx::runner
