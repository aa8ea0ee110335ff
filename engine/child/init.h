// child/init.h - J, the box's init: pid 1 of its pid namespace, builds the tree, runs the steps.
//
// Runs in a forked copy of the supervisor's single-threaded process, so it may use the C library.
// When the wire says that the supervisor is gone it kills and reaps everything before it leaves: an
// init that leaves first closes the listener before the kernel ends the box, and refused programs
// run on (77 to 94 of 3000, measured).
#pragma once
#include "plan/plan.h"

namespace sbx::child {

[[noreturn]] void run_init(const plan::Plan& plan);

}  // namespace sbx::child
