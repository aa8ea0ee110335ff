// Every row of the table of what a box refuses, over a task that is made up.
#include "supervisor/decide.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>

#include <cstring>
#include <optional>

#include "sys/names.h"

namespace sbx::supervisor {
namespace {

constexpr std::uint64_t kPath = 0x1000;     // where a task keeps its path
constexpr std::uint64_t kStruct = 0x2000;   // and its clone_args
constexpr std::uint64_t kNowhere = 0x6666;  // unmapped
constexpr std::uint64_t kAtCwd = static_cast<std::uint64_t>(AT_FDCWD);
constexpr std::uint64_t kMiB = 1u << 20;

class FakeVictim : public Victim {
 public:
  std::string path, folder = "/src";
  Read of_path = Read::ok, of_cwd = Read::ok, of_struct = Read::ok, of_space = Read::ok,
       of_maps = Read::ok, of_population = Read::ok, of_program = Read::ok, of_pid = Read::ok;
  std::map<int, std::string> descriptors;
  std::string args;
  std::uint64_t space = 4 * kMiB, mapped = 0, load = 1 * kMiB;
  Population alive;
  bool program_exists = true;
  int looks_at_space = 0, looks_at_population = 0;
  std::size_t most_text = 0, struct_size = 0;
  std::string asked_program;

  Read text(std::uint64_t address, std::size_t max, std::string* out) override {
    most_text = max;
    *out = path;
    return address == kPath ? of_path : Read::bad_address;
  }
  Read bytes(std::uint64_t address, std::size_t size, void* out) override {
    struct_size = size;
    std::string all = args;
    all.resize(size);
    std::memcpy(out, all.data(), size);
    return address == kStruct ? of_struct : Read::bad_address;
  }
  Read cwd(std::string* out) override {
    *out = folder;
    return of_cwd;
  }
  Read descriptor(int fd, std::string* out) override {
    auto it = descriptors.find(fd);
    *out = it == descriptors.end() ? "" : it->second;
    return it == descriptors.end() ? Read::bad_address : of_cwd;
  }
  Read address_space(std::uint64_t* bytes) override {
    ++looks_at_space;
    *bytes = space;
    return of_space;
  }
  Read mapped_within(std::uint64_t, std::uint64_t, std::uint64_t* bytes) override {
    *bytes = mapped;
    return of_maps;
  }
  Read is_itself(std::int64_t pid, bool* itself) override {
    *itself = pid == 2;
    return of_pid;
  }
  Read population(Population* out) override {
    ++looks_at_population;
    *out = alive;
    return of_population;
  }
  Read program(const std::string& name, bool* exists, std::uint64_t* load_size) override {
    asked_program = name;
    *exists = program_exists;
    *load_size = load;
    return of_program;
  }
};

// How a verdict reads in a test.
std::string say(const Verdict& v) {
  switch (v.kind) {
    case Verdict::Kind::proceed:
      return "proceed";
    case Verdict::Kind::answer:
      return "answer " + errno_name(v.error);
    case Verdict::Kind::gone:
      return "gone";
    case Verdict::Kind::refuse:
      break;
  }
  const std::string line = to_line({"", v.event});
  return parse_line(line) == std::optional<Record>(Record{"", v.event}) ? line : line + " (!)";
}

class Decide : public ::testing::Test {
 protected:
  Decide() { step.roots = {"/src", "/out", "/tmp", "/usr/lib"}; }

  std::string ask(int nr, std::vector<std::uint64_t> args, std::uint32_t pid = 10,
                  std::uint32_t arch = sys::kNativeAudit) {
    sys::Notification n{};
    n.pid = pid;
    n.data.nr = nr;
    n.data.arch = arch;
    std::copy(args.begin(), args.end(), n.data.args);
    return say(decide(n, step, memory, victim, now));
  }
  std::string open(const std::string& path, std::uint64_t dirfd = kAtCwd) {
    victim.path = path;
    return ask(sys::NR("openat"), {dirfd, kPath});
  }
  std::string clone(std::uint64_t flags, std::uint32_t pid = 10) {
    return ask(sys::NR("clone"), {flags}, pid);
  }
  std::string clone3(std::uint64_t flags, std::uint64_t size = 88) {
    victim.args.assign(reinterpret_cast<const char*>(&flags), sizeof flags);
    return ask(sys::NR("clone3"), {kStruct, size});
  }
  std::string mmap(std::uint64_t length, std::uint64_t flags = MAP_PRIVATE | MAP_ANONYMOUS) {
    return ask(sys::NR("mmap"), {0x10000, length, PROT_READ, flags});
  }
  std::string exec(const std::string& path) {
    victim.path = path;
    return ask(sys::NR("execve"), {kPath});
  }

  plan::StepPlan step;
  StepMemory memory;
  FakeVictim victim;
  std::int64_t now = 1000;
};

TEST_F(Decide, Opens) {
  victim.descriptors = {{3, "/src/sub"}, {4, "pipe:[1]"}, {5, "/etc"}};
  struct {
    const char* path;
    std::uint64_t dirfd;
    const char* verdict;
  } const rows[] = {
      {"/src", kAtCwd, "proceed"},
      {"/src/a", kAtCwd, "proceed"},
      {"/src/", kAtCwd, "proceed"},
      {"//src//a", kAtCwd, "proceed"},
      {"/etc/../src/a", kAtCwd, "proceed"},
      {"a", kAtCwd, "proceed"},
      {"./a/../b", kAtCwd, "proceed"},
      {"../out/x", kAtCwd, "proceed"},
      {"..", kAtCwd, "refused: open .."},
      {"/", kAtCwd, "refused: open /"},
      {"/srcs", kAtCwd, "refused: open /srcs"},
      {"/src/../etc/shadow", kAtCwd, "refused: open /src/../etc/shadow"},
      {"/src/../../../etc/shadow", kAtCwd, "refused: open /src/../../../etc/shadow"},
      {"../etc/shadow", kAtCwd, "refused: open ../etc/shadow"},
      {"/etc/sh\nadow", kAtCwd, "refused: open /etc/sh\\nadow"},
      {"/proc/self/mem", kAtCwd, "refused: open /proc/self/mem"},
      {"", kAtCwd, "proceed"},
      {"a", 3, "proceed"},
      {"../../etc/passwd_", 3, "refused: open ../../etc/passwd_"},
      {"/src/a", 99, "proceed"},
      {"a", 99, "answer EBADF"},
      {"a", 4, "answer ENOTDIR"},
      {"shadow", 5, "refused: open shadow"},
      {"a", 0xffffff9cu, "proceed"},  // AT_FDCWD as a register may hold it
      {"/etc/localtime", kAtCwd, "answer ENOENT"},
      {"../etc/./localtime", kAtCwd, "answer ENOENT"},
      {"localtime", 5, "answer ENOENT"},
      {"/etc/localtime/x", kAtCwd, "refused: open /etc/localtime/x"},
      {"/usr/share/zoneinfo/Europe/Berlin", kAtCwd, "answer ENOENT"},
      {"/usr/share/zoneinfo/../../../etc/shadow", kAtCwd,
       "refused: open /usr/share/zoneinfo/../../../etc/shadow"},
      {"/etc/os-release", kAtCwd, "refused: open /etc/os-release"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(open(row.path, row.dirfd), row.verdict) << row.path << " at " << row.dirfd;
  }
  step.selection.compile = true;
  EXPECT_EQ(open("/etc/os-release"), "answer ENOENT");
  EXPECT_EQ(victim.most_text, 4096u);
}

TEST_F(Decide, EveryWayToOpen) {
  victim.path = "/etc/shadow";
  for (int nr : {sys::nr_if("open"), sys::nr_if("creat")}) {
    if (nr >= 0) {
      EXPECT_EQ(ask(nr, {kPath}), "refused: open /etc/shadow");
    }
  }
  EXPECT_EQ(ask(sys::NR("openat2"), {kAtCwd, kPath}), "refused: open /etc/shadow");
}

TEST_F(Decide, ALongPathIsCutInTheLineOnly) {
  const std::string path = "/etc/" + std::string(1000, 'x');
  EXPECT_EQ(open(path), "refused: open " + path.substr(0, 256) + "...");
}

TEST_F(Decide, WhatCannotBeReadIsRefusedByName) {
  const char* kOpen = "refused: open with unreadable arguments";
  EXPECT_EQ(ask(sys::NR("openat"), {kAtCwd, kNowhere}), kOpen);
  victim.of_path = Read::too_long;
  EXPECT_EQ(open("/src/a"), kOpen);
  victim.of_path = Read::ok;
  victim.of_cwd = Read::bad_address;
  EXPECT_EQ(open("a"), kOpen);
  EXPECT_EQ(ask(sys::NR("clone3"), {kNowhere, 88}), "refused: clone3 with unreadable arguments");
  victim.of_space = Read::bad_address;
  EXPECT_EQ(mmap(kMiB), "refused: mmap with unreadable arguments");
  exec("/src/first");
  EXPECT_EQ(ask(sys::NR("execve"), {kNowhere}), "refused: execve with unreadable arguments");
}

TEST_F(Decide, ATaskThatDiedMeanwhileIsNoRefusal) {
  step.limits.processes = step.limits.threads = 1;
  step.limits.execs = 5;
  memory.makers = 9;
  victim.of_path = Read::gone;
  EXPECT_EQ(open("/etc/shadow"), "gone");
  EXPECT_EQ(exec("/src/x"), "proceed");  // the step's own: its name is in the plan
  EXPECT_EQ(exec("/src/x"), "gone");
  victim.of_path = Read::ok;
  victim.of_cwd = victim.of_struct = victim.of_space = victim.of_maps = Read::gone;
  victim.of_population = victim.of_program = victim.of_pid = Read::gone;
  EXPECT_EQ(open("a"), "gone");
  EXPECT_EQ(exec("/src/x"), "gone");
  EXPECT_EQ(exec("x"), "gone");
  EXPECT_EQ(clone3(0), "gone");
  EXPECT_EQ(clone(0), "gone");
  EXPECT_EQ(mmap(kMiB), "gone");
  EXPECT_EQ(mmap(kMiB, MAP_FIXED), "gone");
  EXPECT_EQ(ask(sys::NR("kill"), {static_cast<std::uint64_t>(-1), 9}), "gone");
}

TEST_F(Decide, MapsOverTheCap) {
  const char* kRefused = "refused: mmap 67108864 bytes over the cap (268435456)";
  EXPECT_EQ(mmap(8ull << 30), "refused: mmap 8589934592 bytes over the cap (268435456)");
  EXPECT_EQ(mmap(~0ull), "refused: mmap 18446744073709551615 bytes over the cap (268435456)");
  EXPECT_EQ(mmap(0), "proceed");
  victim.space = 192 * kMiB;
  EXPECT_EQ(mmap(64 * kMiB), "proceed");  // exactly up to the cap
  victim.space = 192 * kMiB + 4096;
  EXPECT_EQ(mmap(64 * kMiB), kRefused);
  EXPECT_EQ(mmap(64 * kMiB - 4096), "proceed");
  EXPECT_EQ(mmap(64 * kMiB - 4095), "refused: mmap 67104769 bytes over the cap (268435456)");
}

TEST_F(Decide, WhatAFixedMapReplacesDoesNotCountTwice) {
  victim.space = 200 * kMiB;
  victim.mapped = 64 * kMiB;
  EXPECT_EQ(mmap(64 * kMiB, MAP_PRIVATE | MAP_FIXED), "proceed");
  victim.mapped = 0;
  EXPECT_EQ(mmap(64 * kMiB, MAP_PRIVATE | MAP_FIXED),
            "refused: mmap 67108864 bytes over the cap (268435456)");
  victim.of_maps = Read::bad_address;
  EXPECT_EQ(mmap(64 * kMiB, MAP_FIXED), "refused: mmap with unreadable arguments");
  EXPECT_EQ(mmap(kMiB, MAP_FIXED), "proceed");  // what fits as if it were new needs no look
}

TEST_F(Decide, SmallMapsAreCountedWithoutALookEach) {
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(mmap(64 << 10), "proceed");
  }
  EXPECT_EQ(victim.looks_at_space, 1);
  // Until half of the cap may be reached; then the kernel's own number is asked again.
  for (int i = 0; i < 5000 && victim.looks_at_space == 1; ++i) {
    mmap(64 << 10);
  }
  EXPECT_EQ(victim.looks_at_space, 2);
  // Another process has an address space of its own.
  EXPECT_EQ(ask(sys::NR("mmap"), {0, 4096, 0, 0}, 11), "proceed");
  EXPECT_EQ(victim.looks_at_space, 3);
}

TEST_F(Decide, Remaps) {
  const int nr = sys::NR("mremap");
  EXPECT_EQ(ask(nr, {0, 8 * kMiB, 4 * kMiB}), "proceed");
  EXPECT_EQ(ask(nr, {0, kMiB, 16 * kMiB}), "proceed");
  EXPECT_EQ(ask(nr, {0, kMiB, 1 * kMiB + (1u << 30)}),
            "refused: mmap 1073741824 bytes over the cap (268435456)");
}

TEST_F(Decide, MakersWithoutAnyGrant) {
  EXPECT_EQ(clone(SIGCHLD), "refused: process limit (0)");
  EXPECT_EQ(clone(CLONE_VM | CLONE_VFORK | SIGCHLD), "refused: process limit (0)");
  EXPECT_EQ(clone(CLONE_VM | CLONE_SIGHAND | CLONE_THREAD), "refused: thread limit (0)");
  EXPECT_EQ(clone3(0), "refused: process limit (0)");
  EXPECT_EQ(clone3(CLONE_THREAD), "refused: thread limit (0)");
  for (int nr : {sys::nr_if("fork"), sys::nr_if("vfork")}) {
    if (nr >= 0) {
      EXPECT_EQ(ask(nr, {}), "refused: process limit (0)");
    }
  }
}

TEST_F(Decide, NamespaceFlagsAreRefusedWhateverIsGranted) {
  step.limits.processes = step.limits.threads = 64;
  for (std::uint64_t flag : {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                             CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET}) {
    EXPECT_EQ(clone(flag | SIGCHLD), "refused: clone with namespace flags") << flag;
    EXPECT_EQ(clone3(flag), "refused: clone with namespace flags") << flag;
  }
  EXPECT_EQ(clone3(sys::kCloneNewTime), "refused: clone with namespace flags");
  EXPECT_EQ(clone(sys::kCloneNewTime), "proceed");  // there these are bits of the exit signal
}

TEST_F(Decide, Clone3IsReadAsFarAsItsSizeSays) {
  step.limits.processes = 1;
  const char* kUnreadable = "refused: clone3 with unreadable arguments";
  EXPECT_EQ(clone3(0, 0), kUnreadable);
  EXPECT_EQ(clone3(0, 7), kUnreadable);
  for (std::uint64_t size : {8, 64, 80, 88}) {
    EXPECT_EQ(clone3(0, size), "answer ENOSYS");
    EXPECT_EQ(victim.struct_size, size);
  }
  EXPECT_EQ(clone3(0, ~0ull), "answer ENOSYS");
  EXPECT_EQ(victim.struct_size, 88u);
  EXPECT_EQ(clone3(CLONE_NEWUSER, ~0ull), "refused: clone with namespace flags");
  EXPECT_EQ(memory.makers, 0u) << "nothing was made";
  victim.of_struct = Read::too_long;
  EXPECT_EQ(clone3(0), kUnreadable);
}

TEST_F(Decide, ProcessesAreCountedAlive) {
  step.limits.processes = 2;
  EXPECT_EQ(clone(SIGCHLD), "proceed");
  EXPECT_EQ(clone(SIGCHLD), "proceed");
  EXPECT_EQ(victim.looks_at_population, 0) << "the cheap counter is below the limit";
  victim.alive.processes = 2;
  EXPECT_EQ(clone(SIGCHLD), "refused: process limit (2)");
  victim.alive.processes = 1;  // one was reaped
  EXPECT_EQ(clone(SIGCHLD), "proceed");
  EXPECT_EQ(memory.makers, 3u);
  EXPECT_EQ(clone(CLONE_THREAD), "refused: thread limit (0)");
}

TEST_F(Decide, AMakerThatMayNotShowYetCounts) {
  step.limits.processes = 2;
  memory.makers = 2;
  victim.alive.processes = 1;
  EXPECT_EQ(clone(SIGCHLD, 11), "proceed");
  EXPECT_EQ(clone(SIGCHLD, 12), "refused: process limit (2)");
  EXPECT_EQ(clone(SIGCHLD, 11), "proceed") << "its own has returned";
  open("/src/a");
  ask(sys::NR("openat"), {kAtCwd, kPath}, 11);  // so has that of a thread that asks anything
  EXPECT_EQ(clone(SIGCHLD, 12), "proceed");
  now += 51;  // and so has everything after a while
  EXPECT_EQ(clone(SIGCHLD, 13), "proceed");
}

TEST_F(Decide, ThreadsAreCountedOnTheirOwn) {
  step.limits.processes = step.limits.threads = 64;
  memory.makers = 64;
  victim.alive = {3, 64};
  EXPECT_EQ(clone(CLONE_THREAD), "refused: thread limit (64)");
  EXPECT_EQ(clone(SIGCHLD), "proceed");
  victim.alive = {64, 3};
  EXPECT_EQ(clone(CLONE_THREAD, 20), "proceed");
  EXPECT_EQ(clone(SIGCHLD, 20), "refused: process limit (64)");
  victim.of_population = Read::bad_address;
  EXPECT_EQ(clone(CLONE_THREAD), "refused: thread limit (64)") << "uncounted is over";
}

TEST_F(Decide, TheStepsOwnExecIsTheOnlyOne) {
  step.program = "/src/prog";
  EXPECT_EQ(exec("/whatever"), "proceed");
  EXPECT_EQ(victim.asked_program, "/src/prog");
  EXPECT_EQ(exec("/src/prog"), "refused: execve");
  EXPECT_EQ(ask(sys::NR("execveat"), {kAtCwd, kPath}), "refused: execve");
  EXPECT_EQ(memory.execs, 1u);
}

TEST_F(Decide, AProgramOverTheMemoryCapIsNamed) {
  victim.load = 1ull << 30;
  EXPECT_EQ(exec("/src/prog"), "refused: execve over the memory cap (268435456)");
  memory = {};
  victim.load = 256 * kMiB;
  EXPECT_EQ(exec("/src/prog"), "refused: execve over the memory cap (268435456)");
  memory = {};
  victim.load = 255 * kMiB;
  EXPECT_EQ(exec("/src/prog"), "proceed");
  memory = {};
  victim.load = 1ull << 30;
  step.selection.memory_cap = false;
  EXPECT_EQ(exec("/src/prog"), "proceed");
}

TEST_F(Decide, GrantedProgramsAreCountedWhereTheyExist) {
  step.limits.execs = 3;
  EXPECT_EQ(exec("/usr/bin/cc"), "proceed");
  victim.program_exists = false;
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(exec("/usr/bin/as"), "proceed") << "a look-up on PATH that fails is no program";
  }
  victim.program_exists = true;
  EXPECT_EQ(exec("as"), "proceed");
  EXPECT_EQ(victim.asked_program, "/src/as");
  EXPECT_EQ(exec("/usr/bin/ld"), "proceed");
  EXPECT_EQ(exec("/usr/bin/ld"), "refused: execve");
  EXPECT_EQ(memory.execs, 3u);
}

TEST_F(Decide, FailedLookUpsAreBounded) {
  step.limits.execs = 2;
  exec("/usr/bin/cc");
  victim.program_exists = false;
  int tries = 1;
  while (tries < 1000 && exec("/usr/bin/as") == "proceed") {
    ++tries;
  }
  EXPECT_EQ(tries, 32);
}

TEST_F(Decide, ASignalToItself) {
  const int nr = sys::NR("kill");
  const std::string refused = "refused: syscall " + std::to_string(nr) + " (kill)";
  const auto everybody = static_cast<std::uint64_t>(-1);
  EXPECT_EQ(ask(nr, {2, 6}), "proceed");
  EXPECT_EQ(ask(nr, {(1ull << 32) | 2, 6}), "proceed") << "the kernel ignores the upper half";
  EXPECT_EQ(ask(nr, {1, 9}), refused);
  EXPECT_EQ(ask(nr, {0, 9}), refused);
  EXPECT_EQ(ask(nr, {everybody, 9}), refused);
  victim.of_pid = Read::bad_address;
  EXPECT_EQ(ask(nr, {2, 6}), refused);
  victim.of_pid = Read::ok;
  step.limits.processes = 4;
  EXPECT_EQ(ask(nr, {7, 9}), "proceed");
  EXPECT_EQ(ask(nr, {everybody, 9}), refused);
}

TEST_F(Decide, AnythingElseIsNamed) {
  const int socket = sys::NR("socket");
  EXPECT_EQ(ask(socket, {2, 1}), "refused: syscall " + std::to_string(socket) + " (socket)");
  EXPECT_EQ(ask(9999, {}), "refused: syscall 9999");
  EXPECT_EQ(ask(0x3fffffff, {}), "refused: syscall 1073741823");
  EXPECT_EQ(memory.asked, 3u);
}

TEST_F(Decide, ForeignAndImpossibleNumbers) {
  EXPECT_EQ(ask(-1, {}), "refused: syscall -1");
  EXPECT_EQ(ask(-2, {}), "refused: syscall -2");
  EXPECT_EQ(ask(INT32_MIN, {}), "refused: syscall -2147483648");
  EXPECT_EQ(ask(4, {}, 10, sys::kArchI386), "refused: i386 syscall 4 (write)");
  EXPECT_EQ(ask(1, {}, 10, sys::kArchI386), "refused: i386 syscall 1 (exit)");
  EXPECT_EQ(ask(99999, {}, 10, sys::kArchI386), "refused: i386 syscall 99999");
  EXPECT_EQ(ask(-1, {}, 10, sys::kArchI386), "refused: i386 syscall -1");
  if (sys::kNativeAudit == sys::kArchX86_64) {
    EXPECT_EQ(ask(0x40000001, {}), "refused: x32 syscall 1 (write)");
    EXPECT_EQ(ask(0x40000000, {}), "refused: x32 syscall 0 (read)");
    EXPECT_EQ(ask(0x40000208, {}), "refused: x32 syscall 520 (execve)");
    EXPECT_EQ(ask(0x7fffffff, {}), "refused: x32 syscall 1073741823");
  }
  // Never by the native row of the same number.
  victim.path = "/src/a";
  EXPECT_EQ(ask(sys::NR("openat"), {kAtCwd, kPath}, 10, sys::kArchI386).substr(0, 14),
            "refused: i386 ");
}

TEST(Lexical, FollowsNoLink) {
  struct {
    const char *path, *clean;
  } const rows[] = {
      {"/", "/"},
      {"", "/"},
      {"/a", "/a"},
      {"/a/", "/a"},
      {"//a///b", "/a/b"},
      {"/a/./b", "/a/b"},
      {"/a/../b", "/b"},
      {"/..", "/"},
      {"/../../a", "/a"},
      {"/a/b/..", "/a"},
      {"/a/b/../../..", "/"},
      {"/...", "/..."},
      {"/a/..b/c..", "/a/..b/c.."},
      {"/.a", "/.a"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(lexical(row.path), row.clean) << row.path;
    EXPECT_EQ(lexical(lexical(row.path)), row.clean) << row.path;
  }
}

}  // namespace
}  // namespace sbx::supervisor
