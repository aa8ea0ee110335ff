// fuzz/signals.h - Ctrl-C, SIGTERM and SIGHUP end what runs, they do not cut it off.
//
//   std::stop_source stop;
//   Signals signals(stop);          // before any other thread: they inherit what is blocked
//   ... run ...
//   return signals.number() != 0 ? 128 + signals.number() : code;
//
// The second one leaves at once; boxes end with their process. One object a process, alive until
// the process ends.
#pragma once
#include <signal.h>

#include <atomic>
#include <stop_token>

namespace sbx::fuzz {

class Signals {
 public:
  explicit Signals(std::stop_source stop);
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  [[nodiscard]] int number() const { return number_; }  // 0: none came

 private:
  std::stop_source stop_;
  sigset_t waited_for_;
  std::atomic<int> number_{0};
};

}  // namespace sbx::fuzz
