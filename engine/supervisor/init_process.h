// supervisor/init_process.h - a box's init as the supervisor has it: cloned with its namespaces,
// told what to build, ended.
//
//   auto init = InitProcess::start(&error);
//   init->prepare(facts);                    // at any time before, or write_maps() alone
//   error = init->go(plan, descriptors);
//   init->get_ready(next_plan, descriptors);  // a kept box: the next one's first step is made
//   init->take_ready(next_plan);              // its program is known: instead of go()
//   init->end();
//
// The namespaces are half of a box's price and no request changes them: an init may be started, and
// prepared, before its request is known (a spare). Not thread-safe.
#pragma once
#include <sys/types.h>

#include <array>
#include <memory>
#include <vector>

#include "child/early.h"
#include "child/init.h"
#include "plan/plan.h"
#include "supervisor/listener.h"
#include "sys/fd.h"

namespace sbx::supervisor {

// Of an init's carriers, by index; null: it has not said that there is one.
using CarrierListeners = std::array<std::shared_ptr<Listener>, plan::kMostCarriers>;

class InitProcess {
 public:
  using Descriptors = std::vector<std::pair<int, int>>;  // by slot
  // The one that was started early, else a new one. Null: *error says why. REQUIRES: 0, 1 and 2 are
  // open.
  static std::unique_ptr<InitProcess> start(int* error);
  // Null: none was started early, or it could not be.
  static std::unique_ptr<InitProcess> take_early();

  InitProcess(const InitProcess&) = delete;
  InitProcess& operator=(const InitProcess&) = delete;
  ~InitProcess() { end(); }

  // 0 or an errno.
  [[nodiscard]] int write_maps(const plan::HostFacts& facts) const;
  // Writes the maps and lets the init do what needs no request. False: it is of no use.
  [[nodiscard]] bool prepare(const plan::HostFacts& facts);
  [[nodiscard]] bool prepared() const { return !prologue_.ops.empty(); }
  // Whether what answered this errno did so because somebody killed the init. Its files of /proc
  // say EACCES, ENOENT or ESRCH and its wire EPIPE a moment before its end can be seen: waits for
  // that.
  [[nodiscard]] bool died_of(int error) const;
  // Whether it still waits for its request.
  [[nodiscard]] bool waits();
  // The plan, which must outlive the box, and its descriptors by slot. 0 or an errno. Again only
  // once the last step is done, with a plan for the tree that stands. `takes_ready`: its step is
  // the one that get_ready() made.
  [[nodiscard]] int go(const plan::Plan& plan, const Descriptors& slots, bool takes_ready = false);
  // Once the last step is done: the next box's step may be made, walls, streams and all; it waits
  // in the call that starts its program. The plan is one for the tree that stands, and must live
  // till the next go(), or the box. False: the init is gone.
  [[nodiscard]] bool get_ready(const plan::Plan& plan, const Descriptors& streams);
  // That step is the first of the same plan, and starts, once it is let through, the program that
  // it names by now. No word is said: it may have died meanwhile, and the init says so.
  void take_ready(const plan::Plan& plan) { set_steps(plan); }
  // What it says meanwhile, once its wire can be read. What the step asks is not heard: who has
  // been heard and waits counts as load. False: the init is of no use any more.
  [[nodiscard]] bool takes_word();
  // Of the step that was made; null: it may still be on its way.
  [[nodiscard]] std::shared_ptr<Listener> take_listener() { return std::move(listener_); }
  // Filled by who reads the init's words while a box runs.
  [[nodiscard]] CarrierListeners* carriers() { return &carriers_; }
  [[nodiscard]] bool* reached() { return &shared_->reached; }
  // Its end is the end of everything in its pid namespace; reaped when this returns.
  void end();

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] int pidfd() const { return pidfd_.get(); }
  [[nodiscard]] int wire() const { return wire_.get(); }
  // What its `done` says of a step that this go() or get_ready() led to.
  [[nodiscard]] std::int32_t told() const { return told_; }
  // Its number of the overlay's upper folder, where it was to keep that; else -1.
  [[nodiscard]] int upper() const { return shared_->shared.slots[plan::kSlotUpper]; }

 private:
  InitProcess() = default;
  void set_steps(const plan::Plan& plan);
  [[nodiscard]] int say(child::Word word, const Descriptors& slots);
  // Whether it is gone. `how`: waitpid's WNOHANG, or 0 to wait for it.
  bool reap_starter(int how);

  sys::Fd wire_, pidfd_;
  CarrierListeners carriers_;
  std::shared_ptr<Listener> listener_;
  pid_t pid_ = -1;
  pid_t starter_ = -1;                 // of an early one
  child::InitPlan* shared_ = nullptr;  // with the init
  std::unique_ptr<child::InitPlan> own_;
  plan::Prologue prologue_;
  std::vector<child::InitStep> steps_;
  bool made_ = false;  // a step by get_ready()
  int made_by_ = -1;   // the carrier's index
  std::int32_t told_ = 0;
};

}  // namespace sbx::supervisor
