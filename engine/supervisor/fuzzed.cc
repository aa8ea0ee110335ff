#include "supervisor/fuzzed.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "supervisor/task.h"

namespace sbx::supervisor {
namespace {

using Phase = FuzzPlace::Phase;

// After its last sign of life, and after the stop whatever it does.
constexpr std::chrono::seconds kLastWords{1};
constexpr std::chrono::seconds kAtMost{5};
// A handler that writes an input needs memory, and a full process has none. (It may take this much
// by itself: the limit above its cap is soft.)
constexpr std::uint64_t kToDie = 64u << 20;

}  // namespace

Spotter::Spotter(const std::vector<std::string>& words) : words_(words) {
  for (const std::string& word : words) {
    longest_ = std::max(longest_, word.size());
  }
}

bool Spotter::hear(std::string_view bytes) {
  if (heard_ || words_.empty()) {
    return heard_;
  }
  tail_.append(bytes);
  heard_ = std::any_of(words_.begin(), words_.end(), [&](const std::string& word) {
    return tail_.find(word) != std::string::npos;
  });
  if (tail_.size() >= longest_) {
    tail_.erase(0, tail_.size() - (longest_ - 1));
  }
  return heard_;
}

Fuzzed::Fuzzed(const plan::StepPlan& step)
    : step_(step),
      armed_{Spotter(step.armed_by), Spotter(step.armed_by)},
      leaves_{Spotter(step.leaves_by), Spotter(step.leaves_by)} {
  place_.said_farewell = step.leaves_by.empty();
}

void Fuzzed::hear(std::size_t stream, std::string_view bytes) {
  armed_heard_ = armed_[stream].hear(bytes) || armed_heard_;
  place_.said_farewell = leaves_[stream].hear(bytes) || place_.said_farewell;
}

bool Fuzzed::due() const {
  return armed_heard_ && place_.phase == Phase::starting;
}

int Fuzzed::arm() {
  std::uint64_t data = 0;
  const Read r = Task(pid_, -1).data(&data);
  place_.phase = Phase::armed;
  place_.data_limit = data + count(step_.limits.memory);
  if (r == Read::gone) {
    return 0;
  }
  if (r != Read::ok) {
    return EACCES;
  }
  const rlimit64 both{place_.data_limit, place_.data_limit + kToDie};
  return ::syscall(SYS_prlimit64, pid_, RLIMIT_DATA, &both, nullptr) == 0 || errno == ESRCH ? 0
                                                                                            : errno;
}

void Fuzzed::stop(pid_t thread, Clock::time_point now) {
  place_.phase = Phase::stopping;
  latest_ = now + kAtMost;
  lives(now);
  const rlimit64 more{place_.data_limit + kToDie, place_.data_limit + kToDie};
  ::syscall(SYS_prlimit64, pid_, RLIMIT_DATA, &more, nullptr);
  ::syscall(SYS_tkill, thread >= 0 ? thread : pid_, SIGABRT);
}

void Fuzzed::lives(Clock::time_point now) {
  deadline_ = std::min(now + kLastWords, latest_);
}

bool Fuzzed::full() const {
  std::uint64_t data = 0;
  return Task(pid_, -1).data(&data) == Read::ok && at_the_cap(place_, data);
}

}  // namespace sbx::supervisor
