// The loop's part of a fuzz step: what it prints is heard, and what would end another step at once
// is announced to it by SIGABRT, so that its input is written.
#include "supervisor/watch.h"

namespace sbx::supervisor {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

// What a step may still print after its output limit: a stack and where its input lies.
constexpr std::uint64_t kLastWords = 1u << 20;

}  // namespace

void Watch::watch_fuzz(const plan::StepPlan& step) {
  fuzzed_.reset();
  if (!step.selection.fuzz || w_.recorder != nullptr) {
    return;
  }
  fuzzed_.emplace(step);
  for (std::size_t i = 0; i < w_.outs->size(); ++i) {
    (*w_.outs)[i].tap([this, i](std::string_view bytes) {
      if (fuzzed_) {
        fuzzed_->hear(i, bytes);
      }
    });
  }
}

Verdict Watch::judge(const sys::Notification& n, const plan::StepPlan& step, Victim& victim) {
  const auto now = duration_cast<milliseconds>(now_.time_since_epoch()).count();
  return fuzzed_ ? decide_fuzz(n, step, fuzzed_->place(), memory_, victim, now)
                 : decide(n, step, memory_, victim, now);
}

bool Watch::listen_to_fuzz(const plan::StepPlan& step, Report* report) {
  if (!fuzzed_) {
    return true;
  }
  if (fuzzed_->stopping() && (streams_ready_ || listener_readable_)) {
    fuzzed_->lives(now_);
  }
  const int error = fuzzed_->due() ? fuzzed_->arm() : 0;
  if (error != 0) {
    give_up("set the step's memory cap", error, -1, step, report);
  }
  return error == 0;
}

bool Watch::stopped(const plan::StepPlan& step, Event e, Report* report, pid_t thread) {
  if (!fuzzed_ || fuzzed_->place().phase != FuzzPlace::Phase::armed) {
    return false;
  }
  record(step, std::move(e), report);
  budget_ = {kLastWords, false};
  fuzzed_->stop(thread, Clock::now());
  return true;
}

// Caps that are reached together rank: memory before the clocks.
bool Watch::out_of_time(const plan::StepPlan& step, Event e, Report* report) {
  if (fuzzed_ && fuzzed_->full()) {
    e = event::MemoryLimit{step.limits.memory};
  }
  if (stopped(step, e, report)) {
    return false;
  }
  kill(-1);
  record(step, std::move(e), report);
  return true;
}

}  // namespace sbx::supervisor
