// supervisor/cell.h - a box that stands after its programs ended, for the next one of its shape.
//
//   std::unique_ptr<Cell> cell;
//   run_box(request, ends, {.cell = &cell});        // makes one where the box may be kept
//   if (cell && !cell->pristine()) cell.reset();    // what the program left is not for others
//
// What the next box shares with this one: the namespaces and their init, the tree, the tmpfs while
// nothing is in it. Everything else is its own: processes, filter, Landlock domain, limits,
// streams. Nothing is kept of a box in which a refusal, a cap or the caller ended anything. Its
// first step may be there before its request is: it has its walls, and waits for its program.
//
// REQUIRES: the host's trees do not change below a cell; a layer of an overlay must not (the kernel
// keeps what it has seen, and what it has not). Not thread-safe.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "plan/plan.h"
#include "supervisor/init_process.h"
#include "supervisor/surface.h"

namespace sbx::supervisor {

class Cell {
 public:
  // Of a box whose tree stands and whose first program has not started. Null: it cannot be kept.
  static std::unique_ptr<Cell> of(const Request& request, const plan::HostFacts& facts, pid_t init);
  // Whether a box of this request may be the next.
  [[nodiscard]] bool fits(const Request& request);
  [[nodiscard]] bool pristine() const { return surface_.unchanged(); }
  // What its tree was made with.
  [[nodiscard]] const plan::HostFacts& facts() const { return facts_; }

  // `request` and `plan`: of the box that ended.
  void keep(std::unique_ptr<InitProcess> init, std::chrono::microseconds reaped,
            const Request& request, const plan::Plan& plan) {
    init_ = std::move(init);
    reaped_ = reaped;
    last_ = request;
    roots_ = plan.steps.back().roots;
    ++boxes_;
  }
  // Lets the init make the step of the next box, which is thought to be one like the last.
  void get_ready();
  // Whether that step will do for this one.
  [[nodiscard]] bool is_ready_for(const plan::StepPlan& step) const {
    return next_ && plan::same_room(next_->steps.front(), step);
  }
  std::unique_ptr<InitProcess> take() { return std::move(init_); }
  [[nodiscard]] std::chrono::microseconds reaped() const { return reaped_; }
  // See plan::build.
  [[nodiscard]] const std::vector<std::string>& ruleset() const { return roots_; }

 private:
  using Identity = std::pair<dev_t, ino_t>;
  static std::vector<Identity> identities(const plan::Shape& shape);

  Cell(plan::Shape shape, plan::HostFacts facts, Surface surface)
      : shape_(std::move(shape)),
        facts_(std::move(facts)),
        surface_(std::move(surface)),
        trees_(identities(shape_)) {}

  plan::Shape shape_;
  plan::HostFacts facts_;
  Surface surface_;
  std::vector<Identity> trees_;  // a path may lead to another folder by now
  Request last_;
  std::vector<std::string> roots_;    // of the step whose Landlock ruleset the init has
  std::unique_ptr<plan::Plan> next_;  // of the step that was made, which reads it
  std::unique_ptr<InitProcess> init_;
  std::chrono::microseconds reaped_{};
  unsigned boxes_ = 0;
};

}  // namespace sbx::supervisor
