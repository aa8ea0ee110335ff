// supervisor/own_step.h - a step of a kept box on its way to its program, and in the call that
// starts it.
//
// What it and its carrier ask till then, the engine's own code asks, and it is let through: a
// clone, its session, its Landlock domain. Not thread-safe.
#pragma once
#include "supervisor/listener.h"
#include "supervisor/victim.h"
#include "sys/fd.h"

namespace sbx::supervisor {

// Whether the call starts a program.
[[nodiscard]] bool starts_a_program(const sys::SeccompData& call);

class OwnStep {
 public:
  // Another one is to come. `asks`: for more than its program. `reads`: waits() will be wanted.
  void begin(bool asks, bool reads) {
    at_its_program_ = !asks;
    reads_ = reads;
    status_.reset();
  }
  // Lets one call through that waits at that listener, if any does, unless it starts a program.
  // False: it could not, or it was such a call.
  [[nodiscard]] bool let_through(Listener& listener);
  // That such a call of its is about to be let through: the last gives it every processor. 0 or an
  // errno.
  [[nodiscard]] int asks(const sys::Notification& n);
  // Whether what it asks next starts its program.
  [[nodiscard]] bool at_its_program() const { return at_its_program_; }
  // Whether it lives, and waits in that call, which starts its program. Somebody may have sent it a
  // signal there: then the call waits still till it runs, or for good, and it is the program that
  // would be ended. Such a step is killed here.
  [[nodiscard]] Read waits(const sys::Notification& n, Listener& listener, bool* waits);

 private:
  void look_at(pid_t task);

  bool at_its_program_ = false, reads_ = false;
  sys::Fd status_;  // its file of /proc, opened while nobody waits
};

}  // namespace sbx::supervisor
