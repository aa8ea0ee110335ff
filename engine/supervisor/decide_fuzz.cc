#include "supervisor/decide_fuzz.h"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "sys/names.h"

namespace sbx::supervisor {
namespace {

using sys::nr_if;
using Phase = FuzzPlace::Phase;

// How sanitizer_common makes the process that stops the others and looks for leaks: it shares
// everything, has no exit signal and its parent waits for it.
constexpr std::uint64_t kTracer = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_UNTRACED;

struct FuzzCall {
  const sys::Notification& n;
  const plan::StepPlan& step;
  const FuzzPlace& place;
  StepMemory& memory;
  Victim& victim;
  std::int64_t now_ms;
  std::uint64_t arg(int i) const { return n.data.args[i]; }
  int word(int i) const { return static_cast<std::int32_t>(n.data.args[i]); }
  bool armed() const { return place.phase == Phase::armed; }
};

Verdict proceed() {
  return {Verdict::Kind::proceed, 0, event::Exited{}};
}
Verdict stop(Event e, int error = EPERM) {
  return {Verdict::Kind::stop, error, std::move(e)};
}

// What the box says of it is an end where it is armed, else an answer.
Verdict softened(const FuzzCall& c, Verdict v) {
  if (v.kind != Verdict::Kind::refuse) {
    return v;
  }
  return c.armed() ? stop(std::move(v.event))
                   : Verdict{Verdict::Kind::answer, EPERM, event::Exited{}};
}

Verdict judged(const FuzzCall& c) {
  return softened(c, decide(c.n, c.step, c.memory, c.victim, c.now_ms));
}

Verdict over_the_cap(const FuzzCall& c) {
  return stop(event::MemoryLimit{c.step.limits.memory}, ENOMEM);
}

Verdict grow(const FuzzCall& c, std::uint64_t more) {
  std::uint64_t data = 0;
  const Read r = c.victim.data(&data);
  if (r == Read::gone) {
    return {Verdict::Kind::gone, 0, event::Exited{}};
  }
  const std::uint64_t page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t pages = more / page + (more % page != 0 ? 1 : 0);
  const bool fits =
      r == Read::ok && data <= c.place.data_limit && pages <= (c.place.data_limit - data) / page;
  return fits ? proceed() : over_the_cap(c);
}

Verdict mmap_call(const FuzzCall& c) {
  constexpr std::uint64_t kShared = MAP_SHARED;  // and MAP_SHARED_VALIDATE
  const bool counts = (c.arg(2) & PROT_WRITE) != 0 && (c.arg(3) & kShared) == 0;
  if (!c.armed() || !counts) {
    return proceed();
  }
  // A map over others counts by what it adds, which the kernel knows. A sanitizer's allocator maps
  // into what it reserved at its start.
  return grow(c, (c.arg(3) & MAP_FIXED) != 0 ? 0 : c.arg(1));
}

Verdict mremap_call(const FuzzCall& c) {
  const bool grows = c.arg(2) > c.arg(1);
  return c.armed() && grows ? grow(c, c.arg(2) - c.arg(1)) : proceed();
}

Verdict exit_call(const FuzzCall& c) {
  const int code = c.word(0) & 0xff;
  if (!c.armed()) {
    return proceed();
  }
  std::uint64_t data = 0;
  const bool full = code != 0 && c.victim.data(&data) == Read::ok && at_the_cap(c.place, data);
  if (!c.place.said_farewell) {
    return full ? over_the_cap(c) : stop(event::RefusedExit{code});
  }
  return full ? Verdict{Verdict::Kind::end, 0, event::MemoryLimit{c.step.limits.memory}}
              : proceed();
}

// No handler sees these: the input would be lost.
Verdict signal_to_itself(const FuzzCall& c, int signal) {
  const bool uncatchable = signal == SIGKILL || signal == SIGSTOP;
  return c.armed() && uncatchable ? stop(event::Signalled{signal}) : proceed();
}

}  // namespace

bool at_the_cap(const FuzzPlace& place, std::uint64_t data) {
  return place.phase != Phase::starting && data + policy::kAskedFrom > place.data_limit;
}

Verdict decide_fuzz(const sys::Notification& n, const plan::StepPlan& step, const FuzzPlace& place,
                    StepMemory& memory, Victim& victim, std::int64_t now_ms) {
  const FuzzCall c{n, step, place, memory, victim, now_ms};
  const int nr = n.data.nr;
  if (n.data.arch != sys::kNativeAudit || nr < 0) {
    return judged(c);
  }
  if (nr == nr_if("exit_group")) {
    return exit_call(c);
  }
  if (nr == nr_if("mmap")) {
    return mmap_call(c);
  }
  if (nr == nr_if("mremap")) {
    return mremap_call(c);
  }
  if (nr == nr_if("clone") && step.selection.leaks && c.arg(0) == kTracer) {
    return proceed();
  }
  if (nr == nr_if("tgkill") && c.word(0) > 0 && c.word(1) > 0) {
    return signal_to_itself(c, c.word(2));
  }
  if (nr == nr_if("tkill") && c.word(0) > 0) {
    return signal_to_itself(c, c.word(1));
  }
  Verdict v = judged(c);
  if (nr == nr_if("kill") && v.kind == Verdict::Kind::proceed) {
    return signal_to_itself(c, c.word(1));
  }
  return v;
}

}  // namespace sbx::supervisor
