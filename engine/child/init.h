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
  const plan::Op* ops;
  int count;
  int base;  // index of the first op over the whole plan
};

struct InitStep {
  OpList prepare;
  OpList room;
  int carrier;    // its index; -1: the init clones the step itself
  uint64_t pass;  // that carrier's
  // Where that carrier is not there yet, see StepPlan.
  OpList number, carried, number_again;
  bool keeps_ruleset;  // for the next one
};

inline constexpr unsigned long kInitStack = 16u << 10;
inline constexpr unsigned long kStepStack = 16u << 10;
inline constexpr unsigned long kCarrierStack = 8u << 10;
inline constexpr unsigned long kReaperStack = 8u << 10;

// Filled while the init runs, each part before the word that lets the init read it. No
// initialisers: all of it is as it comes, and costs nothing till it is touched.
struct InitPlan {
  int wire;  // its end of it: before its clone; everything else that is open it closes
  // `prepare`
  OpList prologue;
  // `go`
  // The prologue's ops are its first; of a later box in the same tree it is what renews that.
  OpList build;
  const InitStep* steps;
  bool takes_waiting;  // the first step is the one that was made by `ready`
  // `ready`
  OpList renewal;
  InitStep next;
  // Set before a call is let through by which a program may have reached this process or a thread
  // of it, and for good. Till then none has another priority.
  bool reached;
  int fail_at;
  int incoming[kMostIncoming];  // slots of the descriptors that come, in their order
  Shared shared;
  alignas(16) char reaper_stack[kReaperStack];
  alignas(16) char carrier_stacks[plan::kMostCarriers][kCarrierStack];
  // One step lives at a time.
  alignas(16) char init_stack[kInitStack];
  alignas(16) char step_stack[kStepStack];
};

// For start_on(): runs *static_cast<InitPlan*>(plan), never returns.
__attribute__((visibility("hidden"))) int init_entry(void* plan);

}  // namespace sbx::child
