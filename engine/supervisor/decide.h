// supervisor/decide.h - one notification in, one answer out: the table of what a box refuses.
//
//   Verdict v = decide(notification, step, memory, victim);
//
// Reads through Victim only; keeps what it counts in StepMemory. No other state.
#pragma once
#include <map>

#include "plan/plan.h"
#include "sbx/report.h"
#include "supervisor/victim.h"

namespace sbx::supervisor {

struct Verdict {
  enum class Kind {
    proceed,  // the kernel carries the call out
    answer,   // the call returns -error
    refuse,   // the call never returns: the box ends with `event`
    gone,     // the task died meanwhile
  } kind = Kind::proceed;
  int error = 0;
  Event event = event::Exited{};
};

// What is counted over a step. Bounded: one entry per process that asked for memory.
struct StepMemory {
  unsigned execs = 0;     // programs started
  unsigned attempts = 0;  // execve calls, failed look-ups on PATH included
  unsigned makers = 0;    // clone, fork, vfork that were let through
  unsigned asked = 0;
  std::map<std::uint32_t, std::uint64_t> space;  // per process: an upper bound of its address space
  std::map<std::uint32_t, std::int64_t>
      in_flight;  // per thread: when its maker was let through, ms
};

Verdict decide(const sys::Notification& n, const plan::StepPlan& step, StepMemory& memory,
               Victim& victim, std::int64_t now_ms);

// "/a/../b/./c" -> "/b/c", without looking at any file.
[[nodiscard]] std::string lexical(const std::string& absolute);

}  // namespace sbx::supervisor
