#include "runner/schedule.h"

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>

#include "runner/jobs.h"

namespace sbx::runner {

namespace {

// How often the calling thread looks: quick enough for an eye, seldom enough to leave the cores to
// the tests.
constexpr std::chrono::milliseconds kTick{50};

TestResult unstarted(const Case& test, Status status, const std::string& reason) {
  TestResult result;
  result.id = test.spec.id;
  result.path = test.spec.path;
  result.tags = test.spec.tags;
  result.status = status;
  result.reason = reason;
  return result;
}

bool runs(const Case& test) {
  return test.spec.skip.empty() && test.spec.excluded.empty();
}

}  // namespace

Schedule::Schedule(const std::vector<Case>& cases, CaseRunner& runner, unsigned workers,
                   std::stop_token stop)
    : cases_(cases), runner_(runner), workers_(workers), stop_(std::move(stop)) {}

void Schedule::run_one(unsigned worker, std::size_t job, Captures* at) {
  {
    const std::lock_guard lock(mutex_);
    slots_[worker] = {job, Clock::now(), true};
  }
  TestResult result = runner_.run(cases_[job], *at, stop_);
  const std::lock_guard lock(mutex_);
  slots_[worker].busy = false;
  ++done_;
  failed_ += is_failure(result.status) ? 1 : 0;
  results_[job] = std::move(result);
}

void Schedule::work(const std::vector<std::size_t>& order) {
  std::vector<std::size_t> together;
  std::vector<std::size_t> alone;
  for (const std::size_t job : order) {
    if (runs(cases_[job])) {
      (cases_[job].spec.serial ? alone : together).push_back(job);
    }
  }
  std::vector<std::unique_ptr<Captures>> at(workers_);
  for (auto& worker : at) {
    worker = std::make_unique<Captures>();
  }
  const auto one = [&](unsigned worker, std::size_t job) {
    run_one(worker, job, at[worker].get());
  };
  run_jobs(together, workers_, stop_, one);
  run_jobs(alone, 1, stop_, one);
  const std::lock_guard lock(mutex_);
  all_ended_ = true;
  ended_.notify_one();
}

void Schedule::hand_over(std::unique_lock<std::mutex>* lock, const Deliver& deliver) {
  while (next_ < cases_.size()) {
    std::optional<TestResult>& result = results_[next_];
    if (!result && all_ended_) {
      result = unstarted(cases_[next_], Status::not_run, "the run was ended");
    }
    if (!result) {
      return;
    }
    TestResult taken = std::move(*result);
    result = TestResult{};  // a result that was shown costs no memory any more
    ++next_;
    lock->unlock();
    deliver(std::move(taken));
    lock->lock();
  }
}

Progress Schedule::progress() const {
  Progress progress;
  const Clock::time_point now = Clock::now();
  progress.done = done_;
  progress.total = cases_.size();
  progress.failed = failed_;
  const auto since = [&](Clock::time_point then) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(now - then);
  };
  for (const Slot& slot : slots_) {
    if (slot.busy) {
      progress.running.push_back({cases_[slot.job].spec.id, since(slot.started)});
    }
  }
  std::stable_sort(progress.running.begin(), progress.running.end(),
                   [](const Running& a, const Running& b) { return a.elapsed > b.elapsed; });
  if (done_ > 0) {
    progress.eta = since(started_) * static_cast<std::int64_t>(cases_.size() - done_) /
                   static_cast<std::int64_t>(done_);
  }
  return progress;
}

void Schedule::run(const std::vector<std::size_t>& order, const Deliver& deliver,
                   const Show& show) {
  results_.resize(cases_.size());
  slots_.resize(std::max(1u, workers_));
  started_ = Clock::now();
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    if (!runs(cases_[i])) {
      const expect::TestSpec& spec = cases_[i].spec;
      results_[i] = spec.excluded.empty() ? unstarted(cases_[i], Status::skipped, spec.skip)
                                          : unstarted(cases_[i], Status::excluded, spec.excluded);
      ++done_;
    }
  }
  const std::jthread driver([&] { work(order); });
  std::unique_lock lock(mutex_);
  for (;;) {
    const bool last = ended_.wait_for(lock, kTick, [&] { return all_ended_; });
    hand_over(&lock, deliver);
    if (last) {
      return;
    }
    const Progress now = progress();
    lock.unlock();
    show(now);
    lock.lock();
  }
}

}  // namespace sbx::runner
