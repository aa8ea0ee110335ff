// What a fuzz step's calls come to while it starts, once it is armed, and while it is stopped.
#include "supervisor/decide_fuzz.h"

#include "supervisor/decide_test.h"
#include "supervisor/fuzzed.h"

namespace sbx::supervisor {
namespace {

using Phase = FuzzPlace::Phase;

class DecideFuzz : public Decide {
 protected:
  DecideFuzz() {
    step.selection.fuzz = true;
    step.selection.memory_cap = false;
    step.limits.memory = 64_MiB;
    place.phase = Phase::armed;
    place.data_limit = 100 * kMiB;
    victim.space = 4 * kMiB;
  }
  std::string fuzz(const char* name, std::vector<std::uint64_t> args) {
    sys::Notification n{};
    n.pid = 10;
    n.data.nr = sys::syscall_number(name);
    n.data.arch = sys::kNativeAudit;
    std::copy(args.begin(), args.end(), n.data.args);
    return say(decide_fuzz(n, step, place, memory, victim, now));
  }
  std::string fuzz_open(const std::string& path) {
    victim.path = path;
    return fuzz("openat", {kAtCwd, kPath});
  }
  std::string fuzz_map(std::uint64_t length, std::uint64_t prot = PROT_READ | PROT_WRITE,
                       std::uint64_t flags = MAP_PRIVATE | MAP_ANONYMOUS) {
    return fuzz("mmap", {0, length, prot, flags});
  }
  FuzzPlace place;
};

TEST_F(DecideFuzz, ARefusalIsAnEndOnlyWhereItIsArmed) {
  EXPECT_EQ(fuzz_open("/etc/shadow"), "stop EPERM: refused: open /etc/shadow");
  EXPECT_EQ(fuzz("socket", {1, 1, 0}), "stop EPERM: refused: syscall " +
                                           std::to_string(sys::syscall_number("socket")) +
                                           " (socket)");
  EXPECT_EQ(fuzz("clone", {SIGCHLD}), "stop EPERM: refused: process limit (0)");
  for (Phase phase : {Phase::starting, Phase::stopping}) {
    place.phase = phase;
    EXPECT_EQ(fuzz_open("/etc/shadow"), "answer EPERM");
    EXPECT_EQ(fuzz("socket", {1, 1, 0}), "answer EPERM");
    EXPECT_EQ(fuzz("clone", {SIGCHLD}), "answer EPERM");
    EXPECT_EQ(fuzz_open("/src/a"), "proceed");
  }
}

TEST_F(DecideFuzz, AskedByAnotherArchitectureAsAnyOther) {
  sys::Notification n{};
  n.data.arch = sys::kNativeAudit ^ 1;
  n.data.nr = sys::syscall_number("exit_group");
  EXPECT_EQ(decide_fuzz(n, step, place, memory, victim, now).kind, Verdict::Kind::stop);
  place.phase = Phase::starting;
  EXPECT_EQ(say(decide_fuzz(n, step, place, memory, victim, now)), "answer EPERM");
}

TEST_F(DecideFuzz, QuietIsOnlyWhatEveryStepMayMiss) {
  EXPECT_EQ(fuzz_open("/etc/localtime"), "answer ENOENT");
  EXPECT_EQ(fuzz_open("/etc/passwd"), "stop EPERM: refused: open /etc/passwd");
  EXPECT_EQ(fuzz_open("/dev/tty"), "stop EPERM: refused: open /dev/tty");
}

TEST_F(DecideFuzz, LeavesWhenItHasSaidSo) {
  EXPECT_EQ(fuzz("exit_group", {0}), "stop EPERM: refused: exit 0");
  EXPECT_EQ(fuzz("exit_group", {0x103}), "stop EPERM: refused: exit 3");
  place.said_farewell = true;
  EXPECT_EQ(fuzz("exit_group", {0}), "proceed");
  EXPECT_EQ(fuzz("exit_group", {77}), "proceed");
  place.said_farewell = false;
  for (Phase phase : {Phase::starting, Phase::stopping}) {
    place.phase = phase;
    EXPECT_EQ(fuzz("exit_group", {3}), "proceed");
  }
}

TEST_F(DecideFuzz, AnEndAtTheCapIsTheCaps) {
  victim.space = 99 * kMiB + 1;
  EXPECT_EQ(fuzz("exit_group", {1}), "stop ENOMEM: killed: memory limit (64 MiB)");
  place.said_farewell = true;
  EXPECT_EQ(fuzz("exit_group", {1}), "end: killed: memory limit (64 MiB)");
  EXPECT_EQ(fuzz("exit_group", {0}), "proceed");
  victim.space = 99 * kMiB;
  EXPECT_EQ(fuzz("exit_group", {1}), "proceed");
}

TEST_F(DecideFuzz, MapsEndWhereTheKernelWouldRefuseThem) {
  EXPECT_EQ(fuzz_map(96 * kMiB), "proceed");
  EXPECT_EQ(fuzz_map(96 * kMiB + 1), "stop ENOMEM: killed: memory limit (64 MiB)");
  EXPECT_EQ(fuzz_map(~0ull), "stop ENOMEM: killed: memory limit (64 MiB)");
  // What nobody can write to, or everybody, does not count.
  EXPECT_EQ(fuzz_map(1ull << 40, PROT_READ), "proceed");
  EXPECT_EQ(fuzz_map(1ull << 40, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS), "proceed");
  // One over reserved memory counts by what is full already.
  const std::uint64_t fixed = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  EXPECT_EQ(fuzz_map(200 * kMiB, PROT_READ | PROT_WRITE, fixed), "proceed");
  EXPECT_EQ(fuzz("mremap", {0, 8 * kMiB, 104 * kMiB}), "proceed");
  EXPECT_EQ(fuzz("mremap", {0, 8 * kMiB, 105 * kMiB}),
            "stop ENOMEM: killed: memory limit (64 MiB)");
  EXPECT_EQ(fuzz("mremap", {0, 800 * kMiB, 8 * kMiB}), "proceed");
  victim.space = 101 * kMiB;
  EXPECT_EQ(fuzz_map(2 * kMiB, PROT_READ | PROT_WRITE, fixed),
            "stop ENOMEM: killed: memory limit (64 MiB)");
  place.phase = Phase::starting;
  EXPECT_EQ(fuzz_map(1ull << 44), "proceed");
}

TEST_F(DecideFuzz, ASignalThatNoHandlerSeesIsAnEnd) {
  EXPECT_EQ(fuzz("tgkill", {2, 2, SIGKILL}), "stop EPERM: killed: signal 9 (SIGKILL)");
  EXPECT_EQ(fuzz("tgkill", {2, 2, SIGSTOP}), "stop EPERM: killed: signal 19 (SIGSTOP)");
  EXPECT_EQ(fuzz("tgkill", {2, 2, SIGABRT}), "proceed");
  EXPECT_EQ(fuzz("kill", {2, SIGKILL}), "stop EPERM: killed: signal 9 (SIGKILL)");
  EXPECT_EQ(fuzz("kill", {2, SIGSEGV}), "proceed");
  const std::string kill = " " + std::to_string(sys::syscall_number("kill")) + " (kill)";
  EXPECT_EQ(fuzz("kill", {1, SIGKILL}), "stop EPERM: refused: syscall" + kill);
  EXPECT_EQ(fuzz("kill", {~0ull, SIGKILL}), "stop EPERM: refused: syscall" + kill);
  const std::string tgkill = " " + std::to_string(sys::syscall_number("tgkill")) + " (tgkill)";
  EXPECT_EQ(fuzz("tgkill", {~0ull, ~0ull, 0}), "stop EPERM: refused: syscall" + tgkill);
  place.phase = Phase::starting;
  EXPECT_EQ(fuzz("tgkill", {2, 2, SIGKILL}), "proceed");
}

TEST_F(DecideFuzz, LeakSanitizersTracerIsMadeOnlyWhereItWasGranted) {
  EXPECT_EQ(fuzz("clone", {0x800700}), "stop EPERM: refused: process limit (0)");
  step.selection.leaks = true;
  EXPECT_EQ(fuzz("clone", {0x800700}), "proceed");
  EXPECT_EQ(fuzz("clone", {0x800700 | SIGCHLD}), "stop EPERM: refused: process limit (0)");
  EXPECT_EQ(fuzz("clone", {0x800700 | CLONE_NEWUSER}),
            "stop EPERM: refused: clone with namespace flags");
}

TEST(Spotter, FindsWordsAcrossPieces) {
  const std::vector<std::string> words = {"INITED", "Running:"};
  for (std::size_t cut = 1; cut < 20; ++cut) {
    const std::string text = "noise INIT INITED more";
    Spotter spotter(words);
    bool heard = false;
    for (std::size_t i = 0; i < text.size(); i += cut) {
      heard = spotter.hear(text.substr(i, cut));
    }
    EXPECT_TRUE(heard) << cut;
    EXPECT_TRUE(spotter.hear(""));
  }
  Spotter never(words);
  EXPECT_FALSE(never.hear("INITE"));
  EXPECT_FALSE(never.hear("-D Running :"));
  EXPECT_TRUE(never.hear("unning: Running: x"));
  const std::vector<std::string> none;
  Spotter mute(none);
  EXPECT_FALSE(mute.hear("anything"));
}

}  // namespace
}  // namespace sbx::supervisor
