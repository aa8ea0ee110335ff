// child/init.h - J, the box's init: pid 1 of its pid namespace, builds the tree, runs the steps.
//
// A CLONE_VM child of the supervisor, like the room's of it: nothing is copied for it, so a box
// costs neither page tables nor the faults after a fork. It therefore keeps the room's rules: raw
// system calls, no C library, no allocation, no global; it reads the plan, which the supervisor
// leaves alone while it runs, and writes nothing but its Shared and its stacks.
//
// When the wire says that the supervisor is gone it kills and reaps everything before it leaves: an
// init that leaves first closes the listener before the kernel ends the box, and refused programs
// run on (77 to 94 of 3000, measured).
#pragma once
#include "child/wire.h"
#include "plan/op.h"

namespace sbx::child {

struct OpList {
  const plan::Op* ops = nullptr;
  int count = 0;
  int base = 0;  // index of the first op over the whole plan
};

struct InitStep {
  OpList prepare;
  OpList room;
};

inline constexpr int kMostKept = 80;
inline constexpr unsigned long kInitStack = 16u << 10;
inline constexpr unsigned long kStepStack = 16u << 10;

struct InitPlan {
  OpList build;
  const InitStep* steps = nullptr;
  int fail_at = -1;
  int wire = -1;
  int stdin_none = -1;
  int keep[kMostKept];  // ascending: what the init keeps open; everything else is closed
  int kept = 0;
  Shared shared;  // slots: as the plan has them before its first op
  // One step lives at a time.
  alignas(16) char init_stack[kInitStack];
  alignas(16) char step_stack[kStepStack];
};

// For start_on(): runs *static_cast<InitPlan*>(plan), never returns.
int init_entry(void* plan);

}  // namespace sbx::child
