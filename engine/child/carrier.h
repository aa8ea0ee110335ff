// child/carrier.h - a thread of a kept box's init that has a step's filter, and clones the steps
// that are born under it.
//
// It shares everything with the init but what is a thread's own: filter, no_new_privs, securebits,
// effective capabilities, personality. The init raises it once, asks it for a step by `asked`, and
// finds the step's number in `made`. In between it sleeps in a call that its filter lets through.
// Freestanding; keeps the room's rules.
#pragma once
#include <sched.h>
#include <stdint.h>

#include "child/step.h"

namespace sbx::child {

struct Carrier {
  long thread;     // its number in the box; 0: it is not there yet
  int32_t asked;   // futex: 1: clone a step
  int32_t made;    // futex: the step's number, or -errno
  RoomPlan ops;    // its own
  RoomPlan* room;  // of that step
  char* stack;     // that step's, its end
};

// For start_on(), with the flags of a thread: runs *static_cast<Carrier*>(carrier).
__attribute__((visibility("hidden"))) int carrier_entry(void* carrier);
inline constexpr unsigned long kCarrierFlags =
    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;

// A step of that plan on that stack: its number, or -errno. By the init or by a carrier.
long clone_step(char* stack, RoomPlan* room);

// Whether its priorities, of which a program may set any task's where no filter refuses it, are
// those of the calling thread still: a step would have them.
bool as_its_init(const Carrier& carrier);

}  // namespace sbx::child
