#include "supervisor/decide.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>

#include "policy/quiet_paths.h"
#include "sys/names.h"

namespace sbx::supervisor {
namespace {

using sys::nr_if;

constexpr std::size_t kMaxPath = 4096;              // PATH_MAX, the NUL included
constexpr std::uint64_t kExactAbove = 1u << 20;     // malloc asks by mmap in at least this much
constexpr std::uint64_t kExecOverhead = 256 << 10;  // stack, vdso and vvar the kernel maps at exec
constexpr std::uint64_t kMostAtStart = 4u << 20;  // the same and the program's interpreter, at most
constexpr std::int64_t kInFlightMs = 50;   // by then a call that was let through has happened
constexpr std::size_t kMostSpaces = 4096;  // remembered; more only costs looks
// PATH look-ups that fail are no programs, but they are not free either.
constexpr unsigned kAttemptsPerExec = 16;

Verdict proceed() {
  return {Verdict::Kind::proceed, 0, event::Exited{}};
}
Verdict answer(int error) {
  return {Verdict::Kind::answer, error, event::Exited{}};
}
Verdict refuse(Event e) {
  return {Verdict::Kind::refuse, 0, std::move(e)};
}
Verdict later() {
  return {Verdict::Kind::later, 0, event::Exited{}};
}
Verdict gone() {
  return {Verdict::Kind::gone, 0, event::Exited{}};
}
Verdict unreadable(const char* call, Read r) {
  return r == Read::gone ? gone() : refuse(event::RefusedUnreadable{call});
}

struct Call {
  const sys::Notification& n;
  const plan::StepPlan& step;
  StepMemory& memory;
  Victim& victim;
  std::int64_t now_ms;
  std::uint64_t arg(int i) const { return n.data.args[i]; }
};

Verdict refuse_number(const sys::SeccompData& d) {
  event::RefusedSyscall e;
  e.number = d.nr;
  sys::Abi abi = sys::kNative;
  if (d.arch != sys::kNativeAudit) {
    e.abi = Abi::i386;
    abi = sys::Abi::i386;
  } else if (d.nr != -1 && d.arch == sys::kArchX86_64 &&
             (static_cast<std::uint32_t>(d.nr) & sys::kX32Bit) != 0 && d.nr > 0) {
    e.abi = Abi::x32;
    abi = sys::Abi::x32;
    e.number = static_cast<int>(static_cast<std::uint32_t>(d.nr) & ~sys::kX32Bit);
  }
  e.name = sys::syscall_name(abi, d.nr);
  return refuse(e);
}

bool below(const std::string& path, const std::string& root) {
  return path.compare(0, root.size(), root) == 0 &&
         (path.size() == root.size() || path[root.size()] == '/');
}

Verdict open_call(const Call& c, int dirfd, std::uint64_t path_address) {
  std::string path;
  Read r = c.victim.text(path_address, kMaxPath, &path);
  if (r != Read::ok) {
    return unreadable("open", r);
  }
  if (path.empty()) {
    return proceed();  // the kernel's ENOENT, or the descriptor itself (O_PATH with AT_EMPTY_PATH)
  }
  std::string full = path;
  if (path[0] != '/') {
    std::string base;
    r = dirfd == AT_FDCWD ? c.victim.cwd(&base) : c.victim.descriptor(dirfd, &base);
    if (r == Read::gone) {
      return gone();
    }
    if (r != Read::ok) {
      return dirfd == AT_FDCWD ? unreadable("open", r) : answer(EBADF);
    }
    if (base.empty() || base[0] != '/') {
      return answer(ENOTDIR);  // "pipe:[1]": no folder
    }
    full = base + "/" + path;
  }
  full = lexical(full);
  for (const std::string& root : c.step.roots) {
    if (below(full, root)) {
      ++c.memory.opened;
      return proceed();
    }
  }
  using In = policy::QuietPath::In;
  const policy::Selection& s = c.step.selection;
  return policy::is_quiet(full, s.fuzz      ? In::any
                                : s.compile ? In::compile
                                            : In::run)
             ? answer(ENOENT)
             : refuse(event::RefusedOpen{path});
}

// What may be on its way, over the whole box: some of it may be another process's, which costs a
// moment's patience and no more.
InFlight in_flight(const Call& c) {
  InFlight sum;
  auto& all = c.memory.in_flight;
  for (auto it = all.begin(); it != all.end();) {
    if (c.now_ms - it->second.since_ms > kInFlightMs) {
      it = all.erase(it);
      continue;
    }
    sum.makers += it->second.makers;
    sum.bytes += it->second.bytes;
    ++it;
  }
  return sum;
}

Verdict let_through(const Call& c, const InFlight& what) {
  c.memory.in_flight[c.n.pid] = what;
  c.memory.makers += what.makers;
  c.memory.let_through += what.bytes;
  return proceed();
}

// Exactly where the kernel would answer ENOMEM, unless it is far away. What the loader maps is not
// asked (policy/options.inc): each file that was opened since the last look may have come to that
// much, and so may its own memory. `of_a_file`: a loader's map, never malloc's, which asks for
// memory where brk has just failed.
Verdict grow(const Call& c, std::uint64_t asked, std::uint64_t reported, bool of_a_file = false) {
  const std::uint64_t cap = count(c.step.limits.memory);
  const std::uint64_t page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (asked > ~0ull - page) {
    return refuse(event::RefusedMmap{reported, cap});
  }
  const std::uint64_t rounded = (asked + page - 1) / page * page;
  if (rounded == 0) {
    return proceed();  // the kernel's EINVAL
  }
  StepMemory& m = c.memory;
  auto known = m.space.find(c.n.pid);
  if ((rounded < kExactAbove || of_a_file) && known != m.space.end()) {
    const Space& then = known->second;
    const std::uint64_t since = (m.let_through - then.let_through) +
                                (m.opened - then.opened + 1) * policy::kLoaderAskedFrom;
    if (then.bytes + since + rounded <= cap / 2) {
      return let_through(c, {c.now_ms, 0, rounded});
    }
  }
  std::uint64_t now = 0;
  Read r = c.victim.address_space(&now);
  if (r != Read::ok) {
    return unreadable("mmap", r);
  }
  if (rounded > cap || now > cap - rounded) {
    return refuse(event::RefusedMmap{reported, cap});
  }
  const std::uint64_t unseen = in_flight(c).bytes;
  if (unseen > cap - rounded - now) {
    return later();
  }
  if (m.space.size() >= kMostSpaces) {
    m.space.clear();
  }
  m.space[c.n.pid] = {now, m.let_through - unseen, m.opened};
  return let_through(c, {c.now_ms, 0, rounded});
}

Verdict mmap_call(const Call& c) {
  const std::uint64_t length = c.arg(1);
  const bool of_a_file = (c.arg(3) & MAP_ANONYMOUS) == 0;
  if ((c.arg(3) & MAP_FIXED) != 0 && length <= count(c.step.limits.memory)) {
    Verdict as_if_new = grow(c, length, length, of_a_file);
    const bool too_much = as_if_new.kind == Verdict::Kind::later ||
                          std::holds_alternative<event::RefusedMmap>(as_if_new.event);
    if (!too_much) {
      return as_if_new;  // it fits even so: the list of maps costs 20 us, four times a program
                         // start
    }
    // What it replaces does not count twice.
    std::uint64_t replaced = 0;
    Read r = c.victim.mapped_within(c.arg(0), length, &replaced);
    if (r != Read::ok) {
      return unreadable("mmap", r);
    }
    return grow(c, length - std::min(length, replaced), length);
  }
  return grow(c, length, length, of_a_file);
}

Verdict mremap_call(const Call& c) {
  return c.arg(2) > c.arg(1) ? grow(c, c.arg(2) - c.arg(1), c.arg(2) - c.arg(1)) : proceed();
}

// Live, not made: a build may run a thousand compilers one after the other. The kernel is only
// asked when the cheap counter says that the limit may be reached. Nothing: one more may be made.
std::optional<Verdict> makers_wall(const Call& c, std::uint64_t flags) {
  const bool thread = (flags & CLONE_THREAD) != 0;
  const unsigned limit = thread ? c.step.limits.threads : c.step.limits.processes;
  const Verdict refused =
      thread ? refuse(event::RefusedThread{limit}) : refuse(event::RefusedProcess{limit});
  if (limit == 0) {
    return refused;
  }
  if (c.memory.makers < limit) {
    return std::nullopt;
  }
  Population alive;
  Read r = c.victim.population(&alive);
  if (r != Read::ok) {
    return r == Read::gone ? gone() : refused;
  }
  const unsigned now = thread ? alive.threads : alive.processes;
  if (now >= limit) {
    return refused;
  }
  if (now + in_flight(c).makers >= limit) {
    return later();
  }
  return std::nullopt;
}

Verdict maker_call(const Call& c, std::uint64_t flags) {
  std::optional<Verdict> wall = makers_wall(c, flags);
  return wall ? *wall : let_through(c, {c.now_ms, 1, 0});
}

Verdict clone_call(const Call& c) {
  const std::uint64_t flags = c.arg(0);
  return (flags & sys::kCloneNewAny) != 0 ? refuse(event::RefusedNamespace{})
                                          : maker_call(c, flags);
}

Verdict clone3_call(const Call& c) {
  // Only the flags are looked at, but the whole struct must be there, however large it claims to
  // be.
  unsigned char raw[sys::kCloneArgsMax] = {};
  const std::size_t size = std::min<std::uint64_t>(c.arg(1), sizeof raw);
  std::uint64_t flags = 0;
  Read r = size < sizeof flags ? Read::bad_address : c.victim.bytes(c.arg(0), size, raw);
  if (r != Read::ok) {
    return unreadable("clone3", r);
  }
  std::memcpy(&flags, raw, sizeof flags);
  if ((flags & (sys::kCloneNewAny | sys::kCloneNewTime)) != 0) {
    return refuse(event::RefusedNamespace{});
  }
  if (std::optional<Verdict> wall = makers_wall(c, flags)) {
    return *wall;
  }
  // The struct could change after the look. The C libraries fall back to clone, whose flags are
  // registers.
  return answer(ENOSYS);
}

Verdict exec_call(const Call& c, std::uint64_t path_address, bool relative_to_descriptor) {
  const Limits& l = c.step.limits;
  ++c.memory.attempts;
  if (c.memory.attempts == 1) {  // the step's own, made by the room
    std::uint64_t size = c.step.file.size;
    if (size == 0) {
      bool exists = false;
      Read r = c.victim.program(c.step.program, &exists, &size);
      if (r != Read::ok) {
        return unreadable("execve", r);
      }
    }
    if (c.step.selection.memory_cap && size > 0 &&
        (size > count(l.memory) || size + kExecOverhead > count(l.memory))) {
      return refuse(event::RefusedExecMemory{count(l.memory)});
    }
    ++c.memory.execs;
    if (size > 0) {
      c.memory.space[c.n.pid] = {size + kMostAtStart, c.memory.let_through, c.memory.opened};
    }
    return proceed();
  }
  std::string path;
  Read r = c.victim.text(path_address, kMaxPath, &path);
  if (r != Read::ok) {
    return unreadable("execve", r);
  }
  if (c.memory.execs >= l.execs || c.memory.attempts > l.execs * kAttemptsPerExec) {
    return refuse(event::RefusedExec{});
  }
  bool exists = true;
  if (!relative_to_descriptor && !path.empty()) {
    std::string full = path;
    if (path[0] != '/') {
      std::string base;
      r = c.victim.cwd(&base);
      if (r != Read::ok) {
        return unreadable("execve", r);
      }
      full = base + "/" + path;
    }
    std::uint64_t ignored = 0;
    r = c.victim.program(full, &exists, &ignored);
    if (r != Read::ok) {
      return unreadable("execve", r);
    }
  }
  c.memory.execs += exists ? 1 : 0;
  c.memory.space.erase(c.n.pid);
  return proceed();
}

Verdict kill_call(const Call& c) {
  // Only what raise() is made of elsewhere: a signal to itself. Where processes may be made, to any
  // one of them: the pid namespace holds nothing else.
  const std::int64_t pid = static_cast<std::int32_t>(c.arg(0));
  if (c.step.limits.processes > 0 && pid >= 0) {
    return proceed();
  }
  bool itself = false;
  Read r = c.victim.is_itself(pid, &itself);
  if (r == Read::gone) {
    return gone();
  }
  return r == Read::ok && itself ? proceed() : refuse_number(c.n.data);
}

}  // namespace

std::string lexical(const std::string& absolute) {
  const std::string_view path = absolute;
  std::string out;
  for (std::size_t i = 0; i < path.size();) {
    const std::size_t end = std::min(path.find('/', i), path.size());
    const std::string_view part = path.substr(i, end - i);
    if (part == "..") {
      out.erase(std::min(out.rfind('/'), out.size()));
    } else if (!part.empty() && part != ".") {
      out.append("/").append(part);
    }
    i = end + 1;
  }
  return out.empty() ? "/" : out;
}

Verdict decide(const sys::Notification& n, const plan::StepPlan& step, StepMemory& memory,
               Victim& victim, std::int64_t now_ms) {
  Call c{n, step, memory, victim, now_ms};
  const int nr = n.data.nr;
  if (n.data.arch != sys::kNativeAudit || nr < 0) {
    return refuse_number(n.data);
  }
  memory.in_flight.erase(n.pid);  // a thread that asks has returned from its last call
  if (nr == nr_if("openat") || nr == nr_if("openat2")) {
    return open_call(c, static_cast<std::int32_t>(c.arg(0)), c.arg(1));
  }
  if (nr == nr_if("open") || nr == nr_if("creat")) {
    return open_call(c, AT_FDCWD, c.arg(0));
  }
  if (nr == nr_if("mmap") && step.selection.memory_cap) {
    return mmap_call(c);
  }
  if (nr == nr_if("mremap") && step.selection.memory_cap) {
    return mremap_call(c);
  }
  if (nr == nr_if("execve")) {
    return exec_call(c, c.arg(0), false);
  }
  if (nr == nr_if("execveat")) {
    return exec_call(c, c.arg(1), true);
  }
  if (nr == nr_if("clone")) {
    return clone_call(c);
  }
  if (nr == nr_if("clone3")) {
    return clone3_call(c);
  }
  if (nr == nr_if("fork") || nr == nr_if("vfork")) {
    return maker_call(c, 0);
  }
  if (nr == nr_if("kill")) {
    return kill_call(c);
  }
  return refuse_number(n.data);
}

}  // namespace sbx::supervisor
