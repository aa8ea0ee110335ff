// supervisor/decide_fuzz.h - decide() for a step that is a libFuzzer target: what ends it is seen
// while its input can still be kept.
//
//   Verdict v = decide_fuzz(notification, step, place, memory, victim, now_ms);
//
// Until it is armed a call that is not its to make answers EPERM and is no outcome: a sanitizer's
// start-up may neither trip nor pass. Armed, such a call is its end (Verdict::Kind::stop). So is
// what would lose the input: to leave before its last words, a SIGKILL to itself, a map past the
// cap. As decide(): reads through Victim only.
#pragma once
#include <cstdint>

#include "supervisor/decide.h"

namespace sbx::supervisor {

// Where a fuzz step stands.
struct FuzzPlace {
  enum class Phase { starting, armed, stopping } phase = Phase::starting;
  bool said_farewell = false;    // it printed one of StepPlan::leaves_by, or there are none
  std::uint64_t data_limit = 0;  // its RLIMIT_DATA, once armed
};

Verdict decide_fuzz(const sys::Notification& n, const plan::StepPlan& step, const FuzzPlace& place,
                    StepMemory& memory, Victim& victim, std::int64_t now_ms);

// Whether so little is left that a map which is not asked may have been refused by the kernel.
[[nodiscard]] bool at_the_cap(const FuzzPlace& place, std::uint64_t data);

}  // namespace sbx::supervisor
