// supervisor/cell.h - a box that stands after its programs ended, for the next one of its shape.
//
//   std::unique_ptr<Cell> cell;
//   run_box(request, ends, {.cell = &cell});         // makes one where the box may be kept
//   if (cell && !cell->get_ready()) cell.reset();    // while nobody asks
//
// What the next box shares with this one: the namespaces and their init, the mounts of the host,
// and, while nothing was written, the tree with its tmpfs; else it has a tree of its own, laid
// anew. Everything else is its own: processes, filter, Landlock domain, limits, streams. Nothing is
// kept of a box in which a refusal, a cap or the caller ended anything. Its first step may be there
// before its request is: it has its walls and streams, and waits for its program.
//
// REQUIRES: the host's trees do not change below a cell; a layer of an overlay must not (the kernel
// keeps what it has seen, and what it has not). Not thread-safe.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "plan/plan.h"
#include "supervisor/init_process.h"
#include "supervisor/pipes.h"
#include "supervisor/relay.h"
#include "supervisor/surface.h"

namespace sbx::supervisor {

class Cell {
 public:
  // Of a box whose tree stands and whose first program has not started. Null: it cannot be kept.
  static std::unique_ptr<Cell> of(const Request& request, const plan::HostFacts& facts,
                                  const plan::Plan& plan, const InitProcess& init);
  // Whether a box of this request may be the next. Not before get_ready().
  [[nodiscard]] bool fits(const Request& request) const;
  // And whether its paths lead to the trees that stand here: they may lead to others by now.
  [[nodiscard]] bool has_trees_of(const plan::Plan& plan) const {
    return identities(plan) == trees_;
  }
  // What its tree was made with.
  [[nodiscard]] const plan::HostFacts& facts() const { return facts_; }

  // `request`, `plan`, `pipes`: of the box that ended. `given`: that plan is the one of give().
  void keep(std::unique_ptr<InitProcess> init, std::chrono::microseconds reaped,
            const Request& request, plan::Plan plan, bool given, const Pipes::Layout& pipes,
            bool leaves_unnamed);
  // The streams of the box that ended, which need not be closed before its caller hears of that.
  void put_aside(std::vector<OutRelay> outs) { outs_ = std::move(outs); }
  // Lets the init lay a new tree where the box before wrote, and make the step of the next box,
  // which is thought to be one like the last. False: it is of no use to anybody.
  [[nodiscard]] bool get_ready();
  // What there is to do for the box after the next, while nobody asks.
  [[nodiscard]] bool has_time() const { return !had_time_; }
  void use_time();
  // At the tree that a box of this request is about to write to, by that init.
  void look(const Request& request, const InitProcess& init);
  // Whether that step is this one now, of a plan for this request.
  [[nodiscard]] bool takes_its_step(const plan::StepPlan& planned, const Step& step) {
    return next_ && plan::takes_over(*next_, planned, step);
  }
  // The plan and the pipes that this step has, where a box of this request needs no others. False:
  // it does.
  [[nodiscard]] bool give(const Request& request, const Pipes::Layout& layout, plan::Plan* plan,
                          Pipes* pipes);
  std::unique_ptr<InitProcess> take() { return std::move(init_); }
  [[nodiscard]] std::chrono::microseconds reaped() const { return reaped_; }
  // See plan::build.
  [[nodiscard]] plan::Standing standing() { return {&roots_, &carriers_}; }
  // See InitProcess. REQUIRES: get_ready() was true.
  [[nodiscard]] int wire() const { return init_->wire(); }
  [[nodiscard]] bool attend() { return init_->takes_word(); }

 private:
  struct Identity {
    std::string inside;
    dev_t device;
    ino_t inode;
    bool operator==(const Identity&) const = default;
  };
  static std::vector<Identity> identities(const plan::Plan& plan);

  // A plan for another box like the last. False: there can be none.
  [[nodiscard]] bool plan_next(plan::Purpose purpose);

  Cell(plan::Shape shape, plan::HostFacts facts, std::vector<Identity> trees,
       Inheritance inheritance)
      : shape_(std::move(shape)),
        facts_(std::move(facts)),
        inheritance_(inheritance),
        trees_(std::move(trees)) {}

  plan::Shape shape_;
  plan::HostFacts facts_;
  Inheritance inheritance_;
  std::optional<Surface> surface_;  // of the tree that stands; nothing: it will be another
  std::vector<Identity> trees_;
  Request last_;
  std::vector<plan::Carried> carriers_;   // that the init has, or may have
  std::vector<std::string> roots_;        // of the step whose Landlock ruleset the init has
  std::vector<plan::ProgramFile> files_;  // of its steps
  std::unique_ptr<plan::Plan> next_;  // of the step that was made, which reads it till its box ends
  plan::Purpose next_is_ = plan::Purpose::again;  // and what that plan is for
  unsigned given_ = 0;                            // to boxes, since that plan was made
  Pipes pipes_;                                   // that step's
  std::vector<OutRelay> outs_;                    // of the box that ended
  std::optional<Pipes> spare_;                    // of the step after it
  bool had_time_ = false;
  std::unique_ptr<InitProcess> init_;
  std::chrono::microseconds reaped_{};
  unsigned boxes_ = 0;
};

}  // namespace sbx::supervisor
