#include "policy/emit.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/audit.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <string>

#include "policy/selections_test.h"

namespace sbx::policy {
namespace {

constexpr std::array<std::uint32_t, 4> kArchitectures = {AUDIT_ARCH_X86_64, AUDIT_ARCH_AARCH64,
                                                         AUDIT_ARCH_I386, 0};

using Args = std::array<std::uint64_t, 6>;

// Where calls come from: a program's own text, and both ends of what is taken for the loader's.
constexpr std::uint64_t kCallers[] = {0x401000,
                                      kLoaderBegin - 1,
                                      kLoaderBegin,
                                      kLoaderEnd - 1,
                                      kLoaderEnd,
                                      ~0ull,
                                      kLoaderBegin ^ 1ull << 32,
                                      kLoaderBegin & 0xffffffff};

seccomp_data call(int nr, Args args = {}, std::uint32_t arch = sys::kNativeAudit) {
  seccomp_data data{};
  data.nr = nr;
  data.arch = arch;
  std::copy(args.begin(), args.end(), data.args);
  return data;
}

std::uint32_t answer(const Selection& selection, const seccomp_data& data) {
  return evaluate(emit(selection), data);
}

bool allows(const Selection& selection, std::string_view name, Args args = {}) {
  const int nr = sys::syscall_number(name);
  EXPECT_GE(nr, 0) << name;
  return answer(selection, call(nr, args)) == SECCOMP_RET_ALLOW;
}

// Every value an option tests, with and without an upper half, its neighbours, the edges of an int,
// and noise: all arguments alike, and one alone among ones that pass for a descriptor.
std::vector<Args> patterns() {
  std::vector<std::uint64_t> values = {0,           1,           0x7fffffff,         0x80000000,
                                       0xffffffff,  0x100000000, 0xffffffff00000001, ~0ull,
                                       0x100005412, 0x5412};
  for (const Option& option : options()) {
    for (const Condition& test : option.tests) {
      for (std::uint64_t near : {-1, 0, 1}) {
        values.push_back(test.value + near);
        values.push_back((test.value + near) | 0x5a5a5a5a00000000);
      }
    }
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<Args> out;
  for (std::uint64_t value : values) {
    Args all{};
    all.fill(value);
    out.push_back(all);
    for (std::size_t alone = 0; alone < 3; ++alone) {
      Args one{3, 3, 3, 3, 3, 3};
      one[alone] = value;
      out.push_back(one);
    }
  }
  std::mt19937_64 noise(20240901);
  for (int i = 0; i < 16; ++i) {
    Args any{};
    std::generate(any.begin(), any.end(), noise);
    out.push_back(any);
  }
  return out;
}

bool is_tested(int nr) {
  return std::any_of(options().begin(), options().end(),
                     [nr](const Option& option) { return option.nr == nr; });
}

TEST(Emit, EveryFilterSaysWhatTheTableSays) {
  const std::vector<Args> all = patterns();
  const std::vector<Args> few(all.end() - 4, all.end());
  long compared = 0;
  for (const Selection& selection : every_selection()) {
    const std::vector<sock_filter> filter = emit(selection);
    for (std::uint32_t arch : kArchitectures) {
      for (int bare = -2; bare < 1024; ++bare) {
        for (std::uint32_t bit : {0u, sys::kX32Bit, 0x80000000u}) {
          const int nr = static_cast<int>(static_cast<std::uint32_t>(bare) | bit);
          const bool native = arch == sys::kNativeAudit && nr == bare;
          std::size_t caller = 0;
          for (const Args& args : native&& is_tested(nr) ? all : few) {
            seccomp_data data = call(nr, args, arch);
            data.instruction_pointer = kCallers[caller++ % std::size(kCallers)];
            ++compared;
            ASSERT_EQ(evaluate(filter, data), verdict(selection, data))
                << describe(selection) << " arch " << std::hex << arch << " nr " << nr << " args "
                << args[0] << ' ' << args[1] << ' ' << args[2];
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 3'000'000);
}

TEST(Emit, AnswersAllowOrNotifyNothingElse) {
  for (const Selection& selection : every_selection()) {
    for (const sock_filter& instruction : emit(selection)) {
      if (BPF_CLASS(instruction.code) == BPF_RET) {
        EXPECT_TRUE(instruction.k == SECCOMP_RET_ALLOW || instruction.k == SECCOMP_RET_USER_NOTIF);
      }
    }
    EXPECT_LE(emit(selection).size(), static_cast<std::size_t>(BPF_MAXINSNS));
  }
}

TEST(Emit, ForeignCallsAreNotified) {
  for (const Selection& selection : every_selection()) {
    const std::vector<sock_filter> filter = emit(selection);
    for (int nr : {0, 1, 2, 3, 4, 20, 60, 63, 64, 93, 231, 512, 520}) {
      const int x32 = nr | static_cast<int>(sys::kX32Bit);
      EXPECT_EQ(evaluate(filter, call(nr, {}, AUDIT_ARCH_I386)), SECCOMP_RET_USER_NOTIF);
      EXPECT_EQ(evaluate(filter, call(x32)), SECCOMP_RET_USER_NOTIF);
    }
    EXPECT_EQ(evaluate(filter, call(-1)), SECCOMP_RET_USER_NOTIF);
    EXPECT_EQ(evaluate(filter, call(std::numeric_limits<int>::min())), SECCOMP_RET_USER_NOTIF);
    EXPECT_EQ(evaluate(filter, call(std::numeric_limits<int>::max())), SECCOMP_RET_USER_NOTIF);
  }
}

TEST(Emit, NoSelectionLetsAMakerAStarterOrAnOpenerThrough) {
  for (const Selection& selection : every_selection()) {
    const std::vector<sock_filter> filter = emit(selection);
    for (std::string_view name : {"clone", "clone3", "fork", "vfork", "execve", "execveat", "open",
                                  "openat", "openat2", "creat", "open_by_handle_at", "kill"}) {
      const int nr = sys::syscall_number(name);
      for (const Args& args : patterns()) {
        ASSERT_EQ(evaluate(filter, call(nr, args)), SECCOMP_RET_USER_NOTIF) << name;
      }
    }
  }
}

// What the box itself calls after the filter is installed: its limits, the release of the step, the
// failure it may have to report, its end.
TEST(Emit, TheBoxsOwnCallsPassInEverySelection) {
  for (const Selection& selection : every_selection()) {
    EXPECT_TRUE(allows(selection, "prlimit64", {0, 7, 0x7fff0000, 0}));
    EXPECT_FALSE(allows(selection, "prlimit64", {1, 7, 0x7fff0000, 0}));
    for (std::string_view name : {"futex", "write", "close", "exit", "rt_sigprocmask",
                                  "rt_sigaction", "read", "brk", "munmap", "mprotect"}) {
      EXPECT_TRUE(allows(selection, name)) << name;
    }
    EXPECT_EQ(allows(selection, "exit_group"), !selection.fuzz);
  }
}

TEST(Emit, MemoryIsAskedForUnderACapAlone) {
  EXPECT_FALSE(allows({}, "mmap", {0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS}));
  EXPECT_FALSE(allows({}, "mremap"));
  EXPECT_TRUE(allows({.memory_cap = false}, "mmap"));
  EXPECT_TRUE(allows({.memory_cap = false}, "mremap"));
}

TEST(Emit, ALoadersMapsAreNotAsked) {
  const auto map = [](std::uint64_t length, std::uint64_t flags) {
    return Args{0, length, 1, flags, 3, 0};
  };
  for (const Selection& selection : {Selection{}, Selection{.compile = true}}) {
    const std::uint64_t loaders = MAP_PRIVATE | MAP_DENYWRITE;
    EXPECT_TRUE(allows(selection, "mmap", map(kLoaderAskedFrom - 1, loaders)));
    EXPECT_TRUE(allows(selection, "mmap", map(8192, loaders | MAP_FIXED)));
    EXPECT_FALSE(allows(selection, "mmap", map(kLoaderAskedFrom, loaders)));
    EXPECT_FALSE(allows(selection, "mmap", map(std::uint64_t{1} << 32, loaders)));
    EXPECT_FALSE(allows(selection, "mmap", map(8192, loaders | MAP_ANONYMOUS)));
    for (const int of_a_file : {MAP_PRIVATE, MAP_SHARED, MAP_PRIVATE | MAP_FIXED}) {
      EXPECT_FALSE(allows(selection, "mmap", map(8192, of_a_file)));
    }
  }
  const Selection fuzz{.memory_cap = false, .fuzz = true};
  EXPECT_FALSE(allows(fuzz, "mmap", map(kAskedFrom, MAP_PRIVATE)));
}

TEST(Emit, WhatTheLoaderMapsFromItsOwnTextIsNotAsked) {
  const auto answered = [](const Selection& selection, std::uint64_t caller, std::uint64_t length) {
    seccomp_data data =
        call(sys::NR("mmap"), {0, length, 3, MAP_PRIVATE | MAP_ANONYMOUS, ~0ull, 0});
    data.instruction_pointer = caller;
    return answer(selection, data);
  };
  constexpr std::uint64_t kText = kLoaderEnd - (200u << 10);
  const Selection of_glibc{.musl = false};
  EXPECT_EQ(answered(of_glibc, kText, 4096), SECCOMP_RET_ALLOW);
  EXPECT_EQ(answered(of_glibc, kText, kLoadersOwnAskedFrom - 1), SECCOMP_RET_ALLOW);
  EXPECT_EQ(answered(of_glibc, kText, kLoadersOwnAskedFrom), SECCOMP_RET_USER_NOTIF);
  for (const std::uint64_t caller : {std::uint64_t{0x401000}, kLoaderBegin - 1, kLoaderEnd,
                                     kText | std::uint64_t{1} << 47, kText & 0xffffffff}) {
    EXPECT_EQ(answered(of_glibc, caller, 4096), SECCOMP_RET_USER_NOTIF) << caller;
  }
  // musl's is its libc, a program without one lies there itself, and others may be started.
  for (const Selection& selection :
       {Selection{.glibc = false}, Selection{}, Selection{.compile = true, .musl = false},
        Selection{.threads = true, .musl = false}}) {
    EXPECT_EQ(answered(selection, kText, 4096), SECCOMP_RET_USER_NOTIF) << describe(selection);
  }
  EXPECT_EQ(answered({.memory_cap = false, .fuzz = true}, kText, kAskedFrom),
            SECCOMP_RET_USER_NOTIF);
}

TEST(Emit, SetsAddRows) {
  EXPECT_FALSE(allows({}, "wait4"));
  EXPECT_TRUE(allows({.threads = true}, "wait4"));
  EXPECT_TRUE(allows({.compile = true}, "wait4"));
  EXPECT_FALSE(allows({}, "setsid"));
  EXPECT_TRUE(allows({.threads = true}, "setsid"));
  EXPECT_FALSE(allows({.threads = true}, "epoll_ctl"));
  EXPECT_TRUE(allows({.net = true}, "epoll_ctl"));
  EXPECT_FALSE(allows({}, "linkat") != (sys::kNative == sys::Abi::aarch64));
  EXPECT_TRUE(allows({.compile = true}, "linkat"));
}

TEST(Emit, SocketsAreOfTwoFamiliesAndOnRequest) {
  const Selection net{.net = true};
  EXPECT_FALSE(allows({}, "socket", {AF_INET, SOCK_STREAM}));
  EXPECT_TRUE(allows(net, "socket", {AF_INET, SOCK_STREAM}));
  EXPECT_TRUE(allows(net, "socket", {AF_INET6, SOCK_DGRAM}));
  for (int family = 0; family < 64; ++family) {
    const bool ours = family == AF_INET || family == AF_INET6;
    EXPECT_EQ(allows(net, "socket", {static_cast<std::uint64_t>(family), SOCK_STREAM}), ours);
  }
  EXPECT_FALSE(allows(net, "socketpair", {AF_UNIX, SOCK_DGRAM}));
}

TEST(Emit, AnArgumentIsTheThirtyTwoBitsTheKernelReads) {
  EXPECT_TRUE(allows({}, "ioctl", {1, TIOCGWINSZ}));
  EXPECT_TRUE(allows({}, "ioctl", {1, 0x1'0000'0000 | TIOCGWINSZ}));
  EXPECT_FALSE(allows({}, "ioctl", {1, TIOCSTI}));
  EXPECT_FALSE(allows({}, "ioctl", {1, 0x1'0000'0000 | TIOCSTI}));
  EXPECT_FALSE(allows({}, "fcntl", {1, F_SETOWN}));
  EXPECT_FALSE(allows({}, "fcntl", {1, 10}));    // F_SETSIG
  EXPECT_FALSE(allows({}, "fcntl", {1, 1026}));  // F_NOTIFY
  EXPECT_FALSE(allows({}, "fcntl", {1, 1031}));  // F_SETPIPE_SZ
  EXPECT_FALSE(allows({}, "fcntl", {1, 1024}));  // F_SETLEASE
  EXPECT_FALSE(allows({}, "fcntl", {1, 1033}));  // F_ADD_SEALS
  EXPECT_FALSE(allows({}, "prctl", {22, 2}));    // PR_SET_SECCOMP
  EXPECT_FALSE(allows({}, "prctl", {4, 0}));     // PR_SET_DUMPABLE
}

TEST(Emit, ASignalByNumberReachesOneTaskOrNone) {
  const Selection glibc{.glibc = true, .musl = false};
  const Selection musl{.glibc = false, .musl = true};
  EXPECT_TRUE(allows(musl, "tkill", {2, SIGABRT}));
  EXPECT_FALSE(allows(glibc, "tkill", {2, SIGABRT}));
  EXPECT_TRUE(allows(glibc, "tgkill", {2, 2, SIGABRT}));
  EXPECT_FALSE(allows(musl, "tgkill", {2, 2, SIGABRT}));
  EXPECT_TRUE(allows({}, "tkill", {2, SIGABRT}));
  for (std::uint64_t bad : {std::uint64_t{0}, std::uint64_t{0xffffffff}, ~std::uint64_t{0}}) {
    EXPECT_FALSE(allows({}, "tkill", {bad, SIGABRT}));
    EXPECT_FALSE(allows({}, "tgkill", {bad, 2, SIGABRT}));
    EXPECT_FALSE(allows({}, "tgkill", {2, bad, SIGABRT}));
  }
}

TEST(Emit, AStepThatStartsProgramsMayStartThoseOfTheOtherLibrary) {
  const Selection musl{.threads = true, .glibc = false, .musl = true};
  EXPECT_TRUE(allows(musl, "rseq"));
  EXPECT_FALSE(allows({.glibc = false, .musl = true}, "rseq"));
}

TEST(Evaluate, AFilterThatRunsOffItsEndIsABugOfOurs) {
  const std::vector<sock_filter> filter = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0)};
  EXPECT_DEATH(static_cast<void>(evaluate(filter, call(0))), "pc < filter.size");
}

TEST(Emit, ARecordingFilterAsksForEveryCallOfEveryArchitecture) {
  const std::vector<sock_filter> filter = emit({.record = true});
  for (std::uint32_t arch : kArchitectures) {
    for (int nr : {-1, 0, 1, 60, 231, 9999, 0x40000001}) {
      const seccomp_data data = call(nr, {}, arch);
      EXPECT_EQ(evaluate(filter, data), SECCOMP_RET_USER_NOTIF) << nr;
      EXPECT_EQ(verdict({.record = true}, data), SECCOMP_RET_USER_NOTIF) << nr;
    }
  }
}

TEST(Emit, AFuzzStepsEndAndItsLargeMapsAreAsked) {
  const Selection fuzz{.musl = false, .memory_cap = false, .fuzz = true};
  const Selection plain{.musl = false, .memory_cap = false};
  EXPECT_TRUE(allows(plain, "exit_group", {0}));
  EXPECT_FALSE(allows(fuzz, "exit_group", {0}));
  EXPECT_TRUE(allows(plain, "tgkill", {2, 2, SIGABRT}));
  EXPECT_FALSE(allows(fuzz, "tgkill", {2, 2, SIGABRT}));
  for (const char* call : {"mmap", "mremap"}) {
    const std::size_t length = call == std::string("mmap") ? 1 : 2;
    for (std::uint64_t asked :
         {std::uint64_t{kAskedFrom}, std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
      Args args{};
      args[length] = asked;
      EXPECT_FALSE(allows(fuzz, call, args)) << call << ' ' << asked;
      EXPECT_TRUE(allows(plain, call, args)) << call << ' ' << asked;
      args[length] = kAskedFrom - 1;
      EXPECT_TRUE(allows(fuzz, call, args)) << call;
    }
  }
}

}  // namespace
}  // namespace sbx::policy
