// child/step.h - THE ROOM: what runs between the clone of a step and its exec.
//
// The child shares the init's memory and descriptor table. It runs ops, nothing else: no C library,
// no allocation, no globals, no decision. Gate: `nm -u` over the room's one object prints nothing.
#pragma once
#include "child/wire.h"
#include "plan/op.h"

namespace sbx::child {

struct RoomPlan {
  const plan::Op* ops;
  int count;
  int base;     // index of the first op over the whole plan
  int fail_at;  // fault injection: the op of this index answers EPERM; -1: none
  Shared* shared;
};

// Wakes the init, which waits for that of `shared->event`.
void tell(Shared* shared, int32_t event);

// Runs one list; the first failure is left in `failure` (op index over the whole plan) and ends it.
// True: every op answered as it must. Used by the init for its own lists too.
bool run_ops(const RoomPlan& plan, plan::Failure* failure);

// A step's entry: runs its ops, the last of which is execve. Never returns.
[[noreturn]] void run_step(const RoomPlan& plan);

}  // namespace sbx::child
