// The loop's part of a cell: whose the first step is, and whether it lived to be the program's.
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <utility>

#include "supervisor/watch.h"

namespace sbx::supervisor {

using std::chrono::microseconds;

// Whether somebody killed the step where it waited for its program. Its last call may have been
// answered by then; what reads the caller's input was looked at before.
bool Watch::was_gone(const child::Message& done) const {
  const bool answered =
      asked_ == 1 && !feeds_for_good() && (done.started == 0 || may_be_of_before(done));
  return w_.made && index_ == 0 && (asked_ == 0 || answered);
}

// A signal that dumps core does not end a call that was heard, but strikes when that is over: a
// program that ends so before it asks or prints anything may be one that was sent it where it
// waited. If not, it ends so again in its other box.
bool Watch::may_be_of_before(const child::Message& done) const {
  constexpr microseconds kStart{5000};
  constexpr int kDumps[] = {SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,
                            SIGFPE,  SIGSEGV, SIGXCPU, SIGXFSZ, SIGSYS};
  const bool dumps = WIFSIGNALED(done.status) &&
                     std::count(std::begin(kDumps), std::end(kDumps), WTERMSIG(done.status)) > 0;
  const bool printed = budget_.left < count(plan_.steps.front().limits.output) ||
                       std::any_of(w_.outs->begin(), w_.outs->end(),
                                   [](const OutRelay& out) { return !out.drained(); });
  return dumps && !printed && microseconds(done.cpu_us) < kStart;
}

std::shared_ptr<Listener>* Watch::listener_of(int carrier) const {
  const bool is_one =
      w_.carriers != nullptr && carrier >= 0 && carrier < static_cast<int>(w_.carriers->size());
  return is_one ? &(*w_.carriers)[static_cast<std::size_t>(carrier)] : nullptr;
}

bool Watch::take_listener(const child::Message& m, sys::Fd fd, const plan::StepPlan& step,
                          Report* report) {
  std::shared_ptr<Listener>* const kept = listener_of(m.value - 1);
  if (fd) {
    listener_ = w_.listen(std::move(fd));
  } else if (kept != nullptr || !w_.made) {
    listener_ = kept != nullptr ? *kept : nullptr;
  }
  if (!listener_ && !fd && kept == nullptr && w_.made) {
    is_its_own_ = true;
    return true;  // the step has ended: its end will be said
  }
  if (!listener_) {  // no number was free for it
    give_up("receive the listener", EMFILE, -1, step, report);
    return false;
  }
  if (kept != nullptr) {
    *kept = listener_;
  }
  if (m.number != w_.told) {
    return true;  // of the one that was to come
  }
  is_its_own_ = true;
  const std::optional<sys::Notification> early = std::exchange(early_, std::nullopt);
  // Who waited for another box was ended before that word: whose call waits still is this one's.
  const bool goes_on = early && listener_->valid(early->id);
  return !goes_on || handle(*early, step, report);
}

}  // namespace sbx::supervisor
