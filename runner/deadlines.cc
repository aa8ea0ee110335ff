#include "runner/deadlines.h"

#include <algorithm>
#include <utility>

namespace sbx::runner {

Deadlines::Guard::Guard(Deadlines& owner, Clock::time_point when, std::stop_source box)
    : owner_(owner), when_(when), box_(std::move(box)) {
  const std::lock_guard lock(owner_.mutex_);
  at_ = owner_.waiting_.insert(owner_.waiting_.end(), this);
  if (!owner_.thread_.joinable()) {
    owner_.thread_ =
        std::jthread([&deadlines = owner_](const std::stop_token& stop) { deadlines.loop(stop); });
  }
  owner_.fresh_ = true;
  owner_.changed_.notify_one();
}

Deadlines::Guard::~Guard() {
  const std::lock_guard lock(owner_.mutex_);
  owner_.waiting_.erase(at_);
}

bool Deadlines::Guard::expired() const {
  const std::lock_guard lock(owner_.mutex_);
  return expired_;
}

void Deadlines::loop(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    const Clock::time_point now = Clock::now();
    Clock::time_point next = now + std::chrono::hours(1);
    for (Guard* guard : waiting_) {
      if (guard->expired_) {
        continue;
      }
      if (guard->when_ <= now) {
        guard->expired_ = true;
        guard->box_.request_stop();
      } else {
        next = std::min(next, guard->when_);
      }
    }
    fresh_ = false;
    changed_.wait_until(lock, stop, next, [this] { return fresh_; });
  }
}

}  // namespace sbx::runner
