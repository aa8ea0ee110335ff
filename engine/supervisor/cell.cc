#include "supervisor/cell.h"

namespace sbx::supervisor {
namespace {

// The cpu time of what the init reaped is summed in whole microseconds: in this many boxes the sum
// is off by less than a tick.
constexpr unsigned kMostBoxes = 2000;
// A plan keeps the words of every box it was given to.
constexpr unsigned kMostGiven = 64;

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

bool Cell::fits(const Request& request) const {
  return init_ && next_ && boxes_ < kMostBoxes && plan::can_be_kept(request, facts_) &&
         plan::has_shape(request, shape_);
}

bool Cell::plan_next(plan::Purpose purpose) {
  plan::Standing stands = standing();
  stands.files = &files_;
  Result<plan::Plan> plan = plan::build(last_, facts_, purpose, stands);
  if (!plan || !has_trees_of(*plan)) {
    return false;
  }
  next_ = std::make_unique<plan::Plan>(std::move(*plan));
  next_is_ = purpose;
  given_ = 0;
  return true;
}

bool Cell::get_ready() {
  plan::Purpose purpose = plan::Purpose::again;
  if (!surface_ || !surface_->unchanged()) {
    surface_.reset();  // it holds on to the tree that goes
    purpose = plan::Purpose::renew;
  }
  if (!init_ || (*init_->reached() && !inheritance_.unchanged()) ||
      (purpose == plan::Purpose::renew && !plan::can_be_renewed(last_, facts_))) {
    return false;
  }
  if ((!next_ || next_is_ != purpose) && !plan_next(purpose)) {
    return false;
  }
  roots_ = next_->steps.front().roots;
  const Pipes::Layout layout = pipes_.layout;
  const bool there = spare_ && spare_->layout == layout;
  pipes_ = there ? std::move(*spare_) : Pipes{};
  spare_.reset();
  had_time_ = false;
  const bool made = (there || pipes_.make(layout)) && init_->get_ready(*next_, pipes_.theirs());
  pipes_.let_go_of_theirs();
  outs_.clear();
  return made;
}

void Cell::use_time() {
  had_time_ = true;
  if (!spare_.emplace().make(pipes_.layout)) {
    spare_.reset();  // there may be room for them when they are needed
  }
}

bool Cell::give(const Request& request, const Pipes::Layout& layout, plan::Plan* plan,
                Pipes* pipes) {
  if (!next_ || pipes_.layout != layout || !plan::adapt(*next_, last_, request)) {
    return false;
  }
  *plan = std::move(*next_);
  *pipes = std::move(pipes_);
  return true;
}

void Cell::keep(std::unique_ptr<InitProcess> init, std::chrono::microseconds reaped,
                const Request& request, plan::Plan plan, bool given, const Pipes::Layout& pipes,
                bool leaves_unnamed) {
  if (leaves_unnamed) {
    surface_.reset();
  }
  init_ = std::move(init);
  reaped_ = reaped;
  if (given) {
    last_.steps = request.steps;  // all else is as it was
  } else {
    last_ = request;
  }
  roots_ = plan.steps.back().roots;
  files_.clear();
  for (const plan::StepPlan& s : plan.steps) {
    files_.push_back(s.file);
  }
  pipes_ = {};
  pipes_.layout = pipes;
  next_.reset();
  if (given && ++given_ < kMostGiven) {
    next_ = std::make_unique<plan::Plan>(std::move(plan));
  }
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
