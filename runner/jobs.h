// runner/jobs.h - a pool of worker threads over a list of jobs.
//
//   run_jobs(order, 4, stop, [&](unsigned worker, std::size_t job) { results[job] = run(job); });
//
// Jobs start in the order given and run on `workers` threads; the call returns when all that were
// started have ended. After a stop request no further job starts. The function is called from
// several threads at once.
#pragma once
#include <atomic>
#include <cstddef>
#include <stop_token>
#include <thread>
#include <vector>

#include "expect/processors.h"

namespace sbx::runner {

// One a processor that may be used, at least one.
[[nodiscard]] inline unsigned default_jobs() {
  return expect::usable_processors();
}

template <class Function>
void run_jobs(const std::vector<std::size_t>& order, unsigned workers, const std::stop_token& stop,
              const Function& function) {
  std::atomic<std::size_t> next{0};
  const auto work = [&](unsigned worker) {
    while (!stop.stop_requested()) {
      const std::size_t at = next.fetch_add(1, std::memory_order_relaxed);
      if (at >= order.size()) {
        return;
      }
      function(worker, order[at]);
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned worker = 1; worker < workers && worker < order.size(); ++worker) {
    threads.emplace_back(work, worker);
  }
  work(0);
}

// function(i) for every i below n, on every core where there is enough to do.
template <class Function>
void parallel_for(std::size_t n, const Function& function, std::size_t worth_a_thread = 64) {
  std::vector<std::size_t> all(n);
  for (std::size_t i = 0; i < n; ++i) {
    all[i] = i;
  }
  const unsigned workers = n < worth_a_thread ? 1 : default_jobs();
  run_jobs(all, workers, {}, [&](unsigned, std::size_t i) { function(i); });
}

}  // namespace sbx::runner
