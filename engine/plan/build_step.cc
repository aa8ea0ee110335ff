// What one step needs: its own Landlock rules, made by the init; the walls and the program, run by
// the step itself in the room.
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <linux/securebits.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>

#include "plan/ops.h"
#include "policy/pass.h"

namespace sbx::plan {
namespace {

constexpr std::uint64_t kReadExecute = sys::kFsExecute | sys::kFsReadFile | sys::kFsReadDir;
// What a rule on a file may hold; a folder's right on a file is EINVAL.
constexpr std::uint64_t kFileRights =
    sys::kFsExecute | sys::kFsWriteFile | sys::kFsReadFile | sys::kFsTruncate | sys::kFsIoctlDev;
constexpr std::uint64_t kStack = 8u << 20;
constexpr std::uint64_t kOpenFiles = 64;
// The kernel's count holds the init, the step and what is just ending: the supervisor's own counter
// must be the one that speaks first.
constexpr std::uint64_t kProcessSlack = 16;
// The kernel counts ticks: under a timer that strikes every microsecond they ran 5 % ahead of the
// time that is accounted (DECISIONS.md, 17).
constexpr std::uint64_t cpu_wall(std::chrono::seconds cap) {
  return static_cast<std::uint64_t>(cap.count() + 1 + cap.count() / 4);
}

class StepWriter {
 public:
  StepWriter(Plan& plan, const Request& request, const HostFacts& facts, std::size_t index,
             Ruleset stands)
      : plan_(plan),
        request_(request),
        facts_(facts),
        step_(request.steps[index]),
        stands_(stands),
        out_(plan.steps[index]) {}

  void write() {
    Writer prepare(plan_.arena, out_.prepare);
    stdio(prepare);
    if (stands_ != Ruleset::same) {
      ruleset(prepare);
    }
    Writer room(plan_.arena, out_.room);
    if (out_.carrier < 0) {
      own_session(room);
      no_new_privileges(room);
      capabilities(room, 0);
      folder(room);
      own_layout(room);
      limits(room);
      enter_domain(room);
      prove_domain(room);
      unblock_signals(room);
      filter(room);
    } else {
      own_session(room);
      processors(room);
      folder(room);
      limits(room);
      enter_domain(room);
      unblock_signals(room);
      carrier();
    }
    last_limits(room);
    out_.words = write_program(room, step_);
  }

  void ruleset(Writer& w) {
    if (stands_ == Ruleset::other) {
      w.close(kSlotRuleset);
    }
    new_ruleset(w);
  }

 private:
  void stdio(Writer& w) {
    w.add("place stdin", __NR_dup3, {Slot(step_.takes_stdin ? kSlotStdin : kSlotStdinNone), 0, 0});
    w.add("place stdout", __NR_dup3, {Slot(kSlotOut), 1, 0});
    w.add("place stderr", __NR_dup3, {Slot(kSlotErr), 2, 0});
  }

  std::uint64_t all_rights() const {
    return facts_.landlock_abi >= 5 ? sys::kFsAllAbi5 : sys::kFsAllAbi4;
  }

  void new_ruleset(Writer& w) {
    sys::LandlockRuleset set{all_rights(), 0, 0};
    if (!request_.net) {
      set.handled_access_net = sys::kNetBindTcp | sys::kNetConnectTcp;
    }
    std::size_t size = sys::kLandlockSizeAbi4;
    if (facts_.landlock_abi >= 6) {
      set.scoped = sys::kScopeAbstractUnixSocket | sys::kScopeSignal;
      size = sys::kLandlockSizeAbi6;
    }
    w.add("create the Landlock ruleset", __NR_landlock_create_ruleset,
          {w.arena().keep(set), size, 0}, kSlotRuleset);
    rule(w, "/src", all_rights());
    rule(w, "/out", all_rights());
    rule(w, "/tmp", all_rights());
    if (request_.proc) {
      rule(w, "/proc", sys::kFsReadFile | sys::kFsReadDir);
    }
    for (const Source& s : plan_.sources) {
      if (s.inside != "/src" && sees(s.inside)) {
        rule(w, s.inside, rights_of(s));
      }
    }
  }

  bool sees(const std::string& inside) const {
    for (const std::string& root : out_.roots) {
      if (root == inside) {
        return true;
      }
    }
    return false;
  }

  std::uint64_t rights_of(const Source& s) const {
    std::uint64_t rights = kReadExecute;
    if (s.inside == "/etc/ld.so.cache") {
      rights = sys::kFsReadFile;
    } else if (s.inside.compare(0, 5, "/dev/") == 0) {
      rights = sys::kFsReadFile | sys::kFsWriteFile;
    } else if ((s.attributes & sys::kMountReadOnly) == 0) {
      rights = all_rights();
    }
    return s.folder ? rights : rights & kFileRights;
  }

  void rule(Writer& w, const std::string& inside, std::uint64_t rights) {
    sys::LandlockPathBeneath beneath{rights, -1};
    auto* kept = w.arena().keep(beneath);
    w.add("open " + inside + " for its Landlock rule", __NR_openat,
          {AT_FDCWD, w.text(inside), O_PATH | O_CLOEXEC, 0}, kSlotScratch);
    Op& add = w.add("add the Landlock rule of " + inside, __NR_landlock_add_rule,
                    {Slot(kSlotRuleset), sys::kLandlockRulePathBeneath, kept, 0});
    add.patch = kSlotScratch;
    add.patch_at = reinterpret_cast<std::int32_t*>(reinterpret_cast<char*>(kept) +
                                                   offsetof(sys::LandlockPathBeneath, parent_fd));
    w.close(kSlotScratch);
  }

  void own_session(Writer& w) {
    // Its own session; named for the clone before it too.
    w.add("start the step", __NR_setsid, {0, 0, 0, 0, 0, out_.pass});
  }

  // A step is born where its box was built; its program has them all from its start. Of a step that
  // installs its own filter the supervisor sees to it, once that has gone from hand to hand.
  void processors(Writer& w) {
    if (facts_.processors) {
      w.add("give a task its processors", __NR_sched_setaffinity,
            {0, sizeof *facts_.processors, w.arena().keep(*facts_.processors), 0, 0, out_.pass});
    }
  }

  void folder(Writer& w) {
    w.add("change to the step's folder", __NR_chdir, {w.text(step_.cwd)});
    w.add("set the umask", __NR_umask, {022});
  }

  void own_layout(Writer& w) {
    if (!request_.aslr) {
      w.add("switch address randomisation off", __NR_personality, {ADDR_NO_RANDOMIZE});
    }
  }

  void limit(Writer& w, const char* name, int what, std::uint64_t value) {
    const std::uint64_t both[2] = {value, value};
    w.add(std::string("set the ") + name + " limit", __NR_prlimit64,
          {0, what, w.arena().keep_all(std::vector<std::uint64_t>(both, both + 2)), 0});
  }

  void carrier() {
    constexpr std::size_t kDigits = 16;
    Writer before(plan_.arena, out_.number), after(plan_.arena, out_.number_again);
    char* last = before.arena().keep_all(std::vector<char>(kDigits));
    before.add("read the last process number", __NR_pread64, {Slot(kSlotLastPid), last, kDigits, 0},
               kSlotScratch);
    // One of the last three: the reaper's, which comes with the first, and theirs.
    write_last_number(before, facts_.most_numbers - 2 - static_cast<long>(kMostCarriers));
    after.add("set the last process number", __NR_pwrite64,
              {Slot(kSlotLastPid), last, Slot(kSlotScratch), 0});
    Writer w(plan_.arena, out_.carried);
    own_layout(w);
    no_new_privileges(w);
    capabilities(w, ~0u);
    filter(w);
  }

  void limits(Writer& w) {
    const Limits& l = out_.limits;
    // The supervisor's own look speaks first, see watch.cc.
    limit(w, "cpu", RLIMIT_CPU, cpu_wall(l.cpu));
    limit(w, "file size", RLIMIT_FSIZE, count(l.output));
    limit(w, "core", RLIMIT_CORE, 0);
    limit(w, "stack", RLIMIT_STACK, kStack);
    limit(w, "process", RLIMIT_NPROC, l.processes + l.threads + kProcessSlack);
  }

  void no_new_privileges(Writer& w) {
    w.add("give up capabilities at exec", __NR_prctl,
          {PR_SET_SECUREBITS,
           SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
               SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
               SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED,
           0, 0, 0});
    w.add("set no_new_privs", __NR_prctl, {PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0});
  }

  // None is effective, so that a step finds its folder and its program as the program would.
  // `permitted`: a carrier has all, for a task that has none may be traced by one that has none
  // (ptrace(2)); its steps have them until their exec, which leaves them none.
  void capabilities(Writer& w, std::uint32_t permitted) {
    const __user_cap_data_struct word{0, permitted, 0};
    w.add("give up capabilities", __NR_capset,
          {w.arena().keep(__user_cap_header_struct{_LINUX_CAPABILITY_VERSION_3, 0}),
           w.arena().keep_all(std::vector<__user_cap_data_struct>(2, word))});
  }

  void enter_domain(Writer& w) {
    w.add("enter the Landlock domain", __NR_landlock_restrict_self,
          {Slot(kSlotRuleset), 0, 0, 0, 0, out_.pass});
  }

  // "/" itself is granted to nobody: if it opens, the domain does not hold. The first step of an
  // init shows it; that this kernel means what it answers need not be shown again.
  void prove_domain(Writer& w) {
    w.add("prove the Landlock domain", __NR_openat,
          {AT_FDCWD, w.text("/"), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0})
        .want_error = EACCES;
  }

  void filter(Writer& w) {
    std::vector<sock_filter> filter = policy::emitted(out_.selection);
    if (out_.pass != 0) {
      filter = policy::with_pass(filter, out_.pass);
    }
    sock_fprog program{static_cast<unsigned short>(filter.size()), w.arena().keep_all(filter)};
    w.add("install the filter", __NR_seccomp,
          {sys::kSeccompSetModeFilter, sys::kFilterNewListener | sys::kFilterWaitKillableRecv,
           w.arena().keep(program)},
          kSlotListener);
  }

  void unblock_signals(Writer& w) {
    w.add("unblock signals", __NR_rt_sigprocmask,
          {SIG_SETMASK, w.arena().keep(std::uint64_t{0}), 0, 8});
  }

  void last_limits(Writer& w) {
    limit(w, "open file", RLIMIT_NOFILE, kOpenFiles);
    if (out_.selection.memory_cap) {  // a fuzz step's is set when it is armed
      limit(w, "memory", RLIMIT_AS, count(out_.limits.memory));
    }
  }

  Plan& plan_;
  const Request& request_;
  const HostFacts& facts_;
  const Step& step_;
  const Ruleset stands_;
  StepPlan& out_;
};

void write_vector(const std::vector<std::string>& words, Arena& arena, const char** out) {
  for (const std::string& s : words) {
    *out++ = arena.text(s);
  }
  *out = nullptr;
}

std::vector<std::string> environment_of(const Step& step) {
  std::vector<std::string> env = {"HOME=/src", "PATH=/usr/bin:/bin"};
  for (const std::string& e : step.env) {
    std::string key = e.substr(0, e.find('=') + 1);
    bool replaced = false;
    for (std::string& have : env) {
      if (have.compare(0, key.size(), key) == 0) {
        have = e;
        replaced = true;
      }
    }
    if (!replaced) {
      env.push_back(e);
    }
  }
  return env;
}

}  // namespace

ProgramWords write_program(Writer& w, const Step& step) {
  // For the one that may be written over it.
  constexpr std::size_t kPathRoom = 256, kMoreWords = 16;
  ProgramWords words;
  words.path_room = std::max(step.argv[0].size() + 1, kPathRoom);
  words.argv_room = step.argv.size() + 1 + kMoreWords;
  words.env_room = environment_of(step).size() + 1 + kMoreWords;
  words.path = w.arena().room_for<char>(words.path_room);
  words.argv = w.arena().room_for<const char*>(words.argv_room);
  words.env = w.arena().room_for<const char*>(words.env_room);
  SBX_CHECK(write_over(words, w.arena(), step));
  w.add("execute the step", __NR_execve, {words.path, words.argv, words.env});
  return words;
}

bool write_over(const ProgramWords& words, Arena& arena, const Step& step) {
  const std::vector<std::string> env = environment_of(step);
  if (step.argv[0].size() >= words.path_room || step.argv.size() >= words.argv_room ||
      env.size() >= words.env_room) {
    return false;
  }
  std::memcpy(words.path, step.argv[0].c_str(), step.argv[0].size() + 1);
  write_vector(step.argv, arena, words.argv);
  write_vector(env, arena, words.env);
  return true;
}

void write_next_ruleset(Plan& plan, Writer& w, const Request& request, const HostFacts& facts) {
  StepWriter(plan, request, facts, 0, Ruleset::other).ruleset(w);
}

void write_step(Plan& plan, const Request& request, const HostFacts& facts, std::size_t index,
                Ruleset stands) {
  StepWriter(plan, request, facts, index, stands).write();
}

}  // namespace sbx::plan
