// child/wire.h - what the supervisor and the box's init say to each other, and what the init shares
// with the step until the step's exec.
//
// One datagram a message over a SOCK_SEQPACKET pair. Freestanding.
#pragma once
#include <stdint.h>

#include "plan/op.h"

namespace sbx::child {

enum class Word : int32_t {
  prepare,  // supervisor: the maps are written, run what needs no request
  // supervisor: the plan is there, and with SCM_RIGHTS its descriptors: build the tree, or, once it
  // stands and no step runs, make it another box's; then run the first step
  go,
  step,  // supervisor: run step `value`, a later one
  // supervisor: the next box's first step may be made; with SCM_RIGHTS come its streams. It waits
  // in the call that starts its program, till the supervisor knows that and lets it through
  ready,
  failed,  // init: op `value` answered `error`
  // init: the step is on its way, and what it starts is this box's. With SCM_RIGHTS comes the
  // listener of its filter, where the supervisor has not had it. `value`: the carrier's index + 1,
  // or 0
  listener,
  done,  // init: the step ended, nothing of it is left
};

struct Message {
  Word word = Word::prepare;
  int32_t value = 0;
  // go, ready: a number of its own; listener, done: of the one by which the step was made.
  int32_t number = 0;
  int32_t error = 0;
  int32_t status = 0;   // done: as wait4 gives it
  uint64_t cpu_us = 0;  // done: user + system of every process of the step
  uint64_t peak_rss_kib = 0;
  // done: the step had a page of its own, so its program was being started (exec(2) writes the
  // words for it to new ones)
  int32_t started = 0;
};

// Most descriptors that come with a word: streams, the tombstone, root's clones of 24 sources.
inline constexpr int kMostIncoming = 32;

// The page the step and the init see both (the step is a CLONE_VM child).
struct Shared {
  int32_t slots[plan::kSlots];
  int32_t event = 0;  // futex: 0 nothing yet, 1 the listener stands, 2 the step failed
  plan::Failure failure;
};
inline constexpr int32_t kEventListener = 1;
inline constexpr int32_t kEventFailed = 2;

}  // namespace sbx::child
