// child/carrier.h - a thread of a kept box's init that has a step's filter, and clones the steps
// that are born under it.
//
// It shares everything with the init but what is a thread's own: filter, no_new_privs, securebits,
// effective capabilities, personality. The init raises it once and asks it for a step by `asked`;
// who waits for the step finds its number in `made`. In between it sleeps in a call that its filter
// lets through. Freestanding; keeps the room's rules.
#pragma once
#include <sched.h>
#include <stdint.h>

#include "child/step.h"

namespace sbx::child {

struct Carrier {
  long thread;     // its number in the box; 0: it is not there yet
  int32_t asked;   // futex: 1: clone a step
  int32_t* made;   // futex: takes the step's number, or -errno
  RoomPlan ops;    // its own
  RoomPlan* room;  // of that step
  char* stack;     // that step's, its end
  uint64_t pass;   // what lets its clone through its filter: policy/pass.h
};

// For start_on(), with the flags of a thread: runs *static_cast<Carrier*>(carrier).
__attribute__((visibility("hidden"))) int carrier_entry(void* carrier);
inline constexpr unsigned long kCarrierFlags =
    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;

// Whoever waits for the number of a step, the init or its reaper, has it.
void publish(int32_t* made, long number);

// A step of that plan on that stack: its number, or -errno. By the init or, with its word, by a
// carrier.
long clone_step(char* stack, RoomPlan* room, uint64_t pass = 0);

// Whether the priorities of that thread, of which a program may set any task's where no filter
// refuses it, are those of the calling one still: a step would have a carrier's.
bool as_its_init(long thread);

}  // namespace sbx::child
