#include "helper/ready.h"

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <iterator>
#include <utility>

namespace sbx::helper {

Report Ready::run(const Request& request, const supervisor::Ends& ends, supervisor::Around around,
                  bool keep, int processor) {
  if (processor >= 0 && !one_processor_) {
    one_processor_.emplace(processor);
  }
  around.one_processor = one_processor_ ? &*one_processor_ : nullptr;
  if (keep) {
    around.cell = &cell_;
    if (!mounts_) {
      open_mounts();
    }
  }
  return supervisor::run_box(request, ends, around, std::move(init_));
}

void Ready::open_mounts() {
  mounts_.reset(::open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC));
}

void Ready::renew() {
  if (cell_ && !cell_->get_ready()) {
    cell_.reset();
  }
  if (cell_ || init_) {
    return;
  }
  open_mounts();
  int ignored = 0;  // a box that has no spare starts its own init, and says what failed
  init_ = mounts_ ? supervisor::InitProcess::start(&ignored) : nullptr;
  if (init_ && !init_->prepare(supervisor::host_facts())) {
    init_.reset();
  }
}

bool Ready::wait(int request, int caller) {
  for (;;) {
    pollfd p[] = {{request, POLLIN, 0},
                  {caller, POLLIN, 0},
                  changes(),
                  {cell_ ? cell_->wire() : -1, POLLIN, 0}};
    const bool has_time = cell_ && cell_->has_time();
    const int n = ::poll(p, std::size(p), has_time ? 0 : -1);
    if (n == 0) {
      cell_->use_time();
    }
    if (n < 0 && errno != EINTR) {
      return false;  // EINVAL: fewer files may be open than are waited for
    }
    if (n > 0) {
      give_up_if(p[2]);
      if (cell_ && p[3].revents != 0 && !cell_->attend()) {
        cell_.reset();
      }
      if (p[0].revents != 0 || p[1].revents != 0) {
        return p[1].revents == 0;
      }
    }
  }
}

void Ready::give_up_if(const pollfd& changed) {
  if (changed.fd >= 0 && changed.revents != 0) {
    init_.reset();
    cell_.reset();
    mounts_.reset();
  }
}

}  // namespace sbx::helper
