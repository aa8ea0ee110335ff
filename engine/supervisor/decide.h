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
    later,    // rests on calls that were let through and may not show yet: ask again in a moment
    gone,     // the task died meanwhile
    stop,     // fuzz: the call returns -error behind a SIGABRT, and `event` is the outcome
    end,      // fuzz: the kernel carries out the step's own end, and `event` is the outcome
  } kind = Kind::proceed;
  int error = 0;
  Event event = event::Exited{};
};

// A call that was let through and may not show in the kernel's own numbers yet. A thread has one at
// a time, and when it asks again its last one has returned.
struct InFlight {
  std::int64_t since_ms = 0;
  unsigned makers = 0;      // 1: a clone, fork or vfork
  std::uint64_t bytes = 0;  // what a mmap or mremap adds
};

// The address space of a thread's process, as the kernel gave it once.
struct Space {
  std::uint64_t bytes = 0;
  std::uint64_t let_through = 0;  // StepMemory::let_through of that moment
  std::uint64_t opened = 0;       // and StepMemory::opened
};

// What is counted over a step. Bounded: by the threads alive, and by kMostSpaces.
struct StepMemory {
  unsigned execs = 0;                           // programs started
  unsigned attempts = 0;                        // execve calls, failed look-ups on PATH included
  unsigned makers = 0;                          // clone, fork, vfork that were let through
  std::uint64_t let_through = 0;                // bytes of maps, whoever asked
  std::uint64_t opened = 0;                     // files that were let through, whoever asked
  std::map<std::uint32_t, Space> space;         // per thread
  std::map<std::uint32_t, InFlight> in_flight;  // per thread
};

// `now_ms` is any steady clock. A verdict of `later` changed nothing; it comes for 50 ms at most
// while nothing else is let through.
Verdict decide(const sys::Notification& n, const plan::StepPlan& step, StepMemory& memory,
               Victim& victim, std::int64_t now_ms);

// "/a/../b/./c" -> "/b/c", without looking at any file.
[[nodiscard]] std::string lexical(const std::string& absolute);

}  // namespace sbx::supervisor
