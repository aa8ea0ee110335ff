#include "supervisor/cell.h"

namespace sbx::supervisor {
namespace {

// The cpu time of what the init reaped is summed in whole microseconds: in this many boxes the sum
// is off by less than a tick.
constexpr unsigned kMostBoxes = 2000;

}  // namespace

std::unique_ptr<Cell> Cell::of(const Request& request, const plan::HostFacts& facts,
                               const plan::Plan& plan, const InitProcess& init) {
  const std::optional<Inheritance> inheritance = Inheritance::of(init.pid());
  if (!inheritance) {
    return nullptr;
  }
  std::unique_ptr<Cell> cell(
      new Cell(plan::shape_of(request), facts, identities(plan), *inheritance));
  cell->look(request, init);
  return cell;
}

void Cell::look(const Request& request, const InitProcess& init) {
  if (request.steps.size() > 1) {
    surface_.reset();  // what one step makes for the next is there in the end
  } else if (!surface_) {
    surface_ = Surface::of(init.pid(), plan::overlaid(request, facts_) ? init.upper() : -1);
  }
}

bool Cell::fits(const Request& request) {
  return init_ && next_ && boxes_ < kMostBoxes && plan::can_be_kept(request, facts_) &&
         plan::shape_of(request) == shape_ && init_->waits();
}

bool Cell::get_ready() {
  plan::Purpose purpose = plan::Purpose::again;
  if (!surface_ || !surface_->unchanged()) {
    surface_.reset();  // it holds on to the tree that goes
    purpose = plan::Purpose::renew;
  }
  if (!init_ || !inheritance_.unchanged() ||
      (purpose == plan::Purpose::renew && !plan::can_be_renewed(last_, facts_))) {
    return false;
  }
  plan::Standing stands = standing();
  stands.files = &files_;
  Result<plan::Plan> plan = plan::build(last_, facts_, purpose, stands);
  if (!plan) {
    return false;
  }
  if (!has_trees_of(*plan)) {
    return false;
  }
  next_ = std::make_unique<plan::Plan>(std::move(*plan));
  roots_ = next_->steps.front().roots;
  return init_->get_ready(*next_);
}

void Cell::keep(std::unique_ptr<InitProcess> init, std::chrono::microseconds reaped,
                const Request& request, const plan::Plan& plan, bool unnamed) {
  if (unnamed) {
    surface_.reset();
  }
  init_ = std::move(init);
  reaped_ = reaped;
  last_ = request;
  roots_ = plan.steps.back().roots;
  files_.clear();
  for (const plan::StepPlan& s : plan.steps) {
    files_.push_back(s.file);
  }
  next_.reset();
  ++boxes_;
}

std::vector<Cell::Identity> Cell::identities(const plan::Plan& plan) {
  std::vector<Identity> all;
  for (const plan::Source& s : plan.sources) {
    all.push_back({s.inside, s.device, s.inode});
  }
  return all;
}

}  // namespace sbx::supervisor
