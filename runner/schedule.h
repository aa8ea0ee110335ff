// runner/schedule.h - runs the cases on workers and hands the results over in discovery order.
//
//   Schedule schedule(cases, runner, options, stop);
//   schedule.order = slowest_first(times);
//   schedule.run([&](TestResult&& r) { ... }, [&](const Progress& p) { ... });
//
// run() calls both functions from the calling thread alone; the tests run on threads of its own.
// Serial tests run one by one after all others. A case that did not start before a stop request
// is handed over as Status::not_run.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "runner/case_run.h"
#include "runner/out/reporter.h"

namespace sbx::runner {

class Schedule {
 public:
  using Clock = std::chrono::steady_clock;
  using Deliver = std::function<void(TestResult&&)>;
  using Show = std::function<void(const Progress&)>;

  Schedule(const std::vector<Case>& cases, CaseRunner& runner, unsigned workers,
           std::stop_token stop);

  // order: indices into cases, in which they start.
  void run(const std::vector<std::size_t>& order, const Deliver& deliver, const Show& show);

 private:
  struct Slot {
    std::size_t job = 0;
    Clock::time_point started = {};
    bool busy = false;
  };
  void work(const std::vector<std::size_t>& order);
  void run_one(unsigned worker, std::size_t job, Captures* at);
  void hand_over(std::unique_lock<std::mutex>* lock, const Deliver& deliver);
  [[nodiscard]] Progress progress() const;  // REQUIRES: mutex_ is held

  const std::vector<Case>& cases_;
  CaseRunner& runner_;
  unsigned workers_;
  std::stop_token stop_;
  Clock::time_point started_ = {};

  mutable std::mutex mutex_ = {};
  std::condition_variable ended_ = {};
  bool all_ended_ = false;
  std::vector<std::optional<TestResult>> results_ = {};
  std::vector<Slot> slots_ = {};
  std::size_t next_ = 0;  // first result not handed over
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace sbx::runner
