// child/reaper.h - a thread of a kept box's init that waits for the ends of its steps.
//
// A blocked wait4 goes on at once, without a poll, a read of a signalfd and another wait
// (DECISIONS.md, 34), and the init hears the supervisor meanwhile. It shares everything with the
// init, whose thread without walls it is, as the first.
//
// The init says for which step it waits, and starts that; who clones it wakes the reaper. When that
// is idle, the step is over and the supervisor knows. Freestanding; keeps the room's rules.
#pragma once
#include <sched.h>
#include <stdint.h>

namespace sbx::child {

struct Reaper {
  long thread;     // its number in the box; 0: it is not there
  int32_t number;  // of the `go` or `ready` whose step it waits for; 0: it took its end
  int32_t idle;    // futex: 1: it has said so, and touches nothing
  int32_t made;    // futex: the step's own number in the box, or -errno; 0: it is not there
  void* init;
  // Waits for that step, with all that it left, and says that it has ended; take() in between: from
  // then on no word of the supervisor's makes it another's.
  void (*wait)(void* init);
};

// For start_on(), with a carrier's flags: runs *static_cast<Reaper*>(reaper).
__attribute__((visibility("hidden"))) int reaper_entry(void* reaper);

// By the init, of one that is idle, before it starts that step.
inline void expect(Reaper* reaper, int32_t number) {
  reaper->idle = 0;
  __atomic_store_n(&reaper->number, number, __ATOMIC_RELEASE);
}
// By the reaper: the number of the step that has ended.
inline int32_t take(Reaper* reaper) {
  return __atomic_exchange_n(&reaper->number, 0, __ATOMIC_ACQ_REL);
}
// By the init: gives the step that it waits for another number. False: that has ended.
inline bool renumber(Reaper* reaper, int32_t from, int32_t to) {
  return __atomic_compare_exchange_n(&reaper->number, &from, to, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE);
}

}  // namespace sbx::child
