#include "supervisor/together.h"

#include "sys/names.h"

namespace sbx::supervisor {
namespace {

using sys::nr_if;

// Questions further apart than this are not often.
constexpr std::chrono::milliseconds kOften{1};
// So many in a row from one task, and more are to come.
constexpr unsigned kInARow = 4;

bool makes_a_task(int number) {
  return number == nr_if("clone") || number == nr_if("clone3") || number == nr_if("fork") ||
         number == nr_if("vfork");
}

}  // namespace

int Together::asks(pid_t task, int number, Clock::time_point now) {
  if (task_ < 0) {
    task_ = task;
    together_ = joined_;
  }
  const bool in_a_row = task == task_ && now - latest_ < kOften;
  in_a_row_ = in_a_row ? in_a_row_ + 1 : 1;
  latest_ = now;
  seen_ = seen_ || number == nr_if("sched_getaffinity");
  if (seen_ || task != task_ || makes_a_task(number)) {
    const int error = part();
    task_ = task;
    in_a_row_ = 0;
    return error;
  }
  if (!together_ && in_a_row_ >= kInARow) {
    here_->keep();
    together_ = here_->join(task);
    if (!together_) {
      here_->let_go();
    }
  }
  return 0;
}

int Together::look(Clock::time_point now) {
  const auto end = until();
  return end && now >= *end ? part() : 0;
}

std::optional<Together::Clock::time_point> Together::until() const {
  return together_ ? std::optional(latest_ + kOften) : std::nullopt;
}

// A task that is gone by now has left a number that nobody else has in a millisecond.
int Together::part() {
  if (!together_) {
    return 0;
  }
  together_ = false;
  here_->let_go();
  return OneProcessor::free(task_);
}

}  // namespace sbx::supervisor
