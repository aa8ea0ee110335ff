#include "supervisor/cell.h"

#include <sys/stat.h>

namespace sbx::supervisor {
namespace {

// The cpu time of what the init reaped is summed in whole microseconds: in this many boxes the sum
// is off by less than a tick.
constexpr unsigned kMostBoxes = 2000;

}  // namespace

std::unique_ptr<Cell> Cell::of(const Request& request, const plan::HostFacts& facts, pid_t init) {
  std::optional<Surface> surface = Surface::of(init, plan::overlaid(request, facts));
  return surface
             ? std::unique_ptr<Cell>(new Cell(plan::shape_of(request), facts, std::move(*surface)))
             : nullptr;
}

bool Cell::fits(const Request& request) {
  return init_ && boxes_ < kMostBoxes && plan::can_be_kept(request) &&
         plan::shape_of(request) == shape_ && init_->waits() && identities(shape_) == trees_;
}

void Cell::get_ready() {
  next_.reset();
  Result<plan::Plan> plan = plan::build(last_, facts_, plan::Purpose::again, &roots_);
  if (init_ && plan) {
    next_ = std::make_unique<plan::Plan>(std::move(*plan));
    if (!init_->get_ready(*next_)) {
      init_.reset();
    }
  }
}

std::vector<Cell::Identity> Cell::identities(const plan::Shape& shape) {
  std::vector<Identity> all;
  for (const Mount& m : shape.tree) {
    struct stat st {};
    const bool there = ::stat(m.host.c_str(), &st) == 0;
    all.emplace_back(there ? st.st_dev : 0, there ? st.st_ino : 0);
  }
  return all;
}

}  // namespace sbx::supervisor
