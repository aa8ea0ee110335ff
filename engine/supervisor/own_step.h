// supervisor/own_step.h - a step of a kept box in the call that starts its program, which it made
// before anybody asked for that.
#pragma once
#include "supervisor/listener.h"
#include "supervisor/victim.h"

namespace sbx::supervisor {

// Whether the task lives, and waits in its call. Somebody may have sent it a signal there: then the
// call waits still till it runs, or for good, and it is the program that would be ended. Such a
// task is killed here. Thread-safe.
[[nodiscard]] Read waits_in_its_call(const sys::Notification& n, Listener& listener, bool* waits);

}  // namespace sbx::supervisor
