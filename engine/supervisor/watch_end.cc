// The loop's part of what ends a step: its clocks and caps, and the end of the box.
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "supervisor/task.h"
#include "supervisor/watch.h"

namespace sbx::supervisor {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

// How long the kernel may take to end a box: bounded, so that nothing hangs on a stuck task.
constexpr milliseconds kGone{2000};
// And how long till it is more than a busy host.
constexpr milliseconds kTogether{50};
// Between two looks at a step's cpu time: at least this, lest a step that is nearly spent is all
// looks.
constexpr milliseconds kCpuLook{10};

}  // namespace

void kill_init(pid_t init, int pidfd) {
  if (::syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, nullptr, 0) != 0) {
    ::kill(init, SIGKILL);  // its number is its own till it is reaped
  }
}

bool Watch::output_ends(const plan::StepPlan& step, Report* report) {
  if (budget_.lost != 0) {
    give_up("write the program's output", budget_.lost, -1, step, report);
    return true;
  }
  const event::OutputLimit limit{step.limits.output};
  if (!budget_.exceeded || stopped(step, limit, report)) {
    return false;
  }
  kill(-1);
  record(step, limit, report);
  return true;
}

bool Watch::clocks(const plan::StepPlan& step, Report* report) {
  if (fuzzed_ && fuzzed_->stopping()) {
    if (now_ >= fuzzed_->deadline()) {
      kill(-1);
    }
    return now_ >= fuzzed_->deadline();
  }
  if (now_ >= deadline_) {
    return out_of_time(step, event::WallClock{step.limits.wall}, report);
  }
  if (now_ >= next_cpu_look_) {
    milliseconds used{};
    if (cpu_under(w_.init, &used) == Read::bad_address) {
      give_up("look at the step's cpu time", errno, -1, step, report);
      return true;
    }
    // The init's reaped children are in it: those of the steps before too.
    used -= std::min(used, duration_cast<milliseconds>(w_.reaped));
    if (used >= step.limits.cpu) {
      return out_of_time(step, event::CpuLimit{step.limits.cpu}, report);
    }
    next_cpu_look_ = now_ + soonest_spent(step, used);
  }
  return false;
}

// RLIMIT_CPU counts clock ticks, which on a busy host run ahead of the time that is accounted, and
// sees one process at a time. So the supervisor looks, as late as the step's parallelism allows;
// the rlimit, a second and a quarter of the cap above, is the wall behind it.
milliseconds Watch::soonest_spent(const plan::StepPlan& step, milliseconds used) {
  static const unsigned cores = std::max(1u, std::thread::hardware_concurrency());  // 15 us
  const unsigned tasks = 1 + step.limits.processes + step.limits.threads;
  auto left = duration_cast<milliseconds>(step.limits.cpu) - used;
  return std::max(kCpuLook, left / std::min(cores, tasks));
}

// The order is the whole of it: first the init, whose end is the kernel's SIGKILL to everything in
// the box at once, so that nobody lives to see another's death and to speak of it (a parent that
// waits for a refused child did, 67 times of 300); then, if that takes long, the task whose call it
// is; and only when no task under the filter is left may the listener close. Closed early it
// releases the call with ENOSYS and the program runs on.
void Watch::kill(pid_t task) {
  settled_ = false;
  kill_init(w_.init, w_.init_pidfd);
  if (!nobody_left(kTogether) && task > 0) {
    ::kill(task, SIGKILL);
  }
  nobody_left(kGone);
}

bool Watch::nobody_left(milliseconds within) {
  if (!listener_) {
    return false;
  }
  pollfd p{listener_->fd(), 0, 0};
  const auto until = Clock::now() + within;
  do {
    if (::poll(&p, 1, static_cast<int>(within.count())) > 0) {
      return true;
    }
  } while (Clock::now() < until);
  return false;
}

}  // namespace sbx::supervisor
