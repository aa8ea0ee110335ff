// Every row of the table of what a box refuses, over a task that is made up. Processes, threads and
// programs: decide_makers_test.cc.
#include "supervisor/decide_test.h"

namespace sbx::supervisor {
namespace {

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
  EXPECT_EQ(mmap(kMiB, MAP_FIXED | MAP_ANONYMOUS), "gone");
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

// What the loader maps of a library it does not ask: an opened file may have come to 4 MiB.
TEST_F(Decide, AfterManyOpensTheSpaceIsLookedAtAgain) {
  step.program = "/src/prog";
  step.file.size = kMiB;
  EXPECT_EQ(exec("/src/prog"), "proceed");
  EXPECT_EQ(mmap(64 << 10), "proceed");
  EXPECT_EQ(victim.looks_at_space, 0);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(open("/src/a"), "proceed");
  }
  EXPECT_EQ(mmap(64 << 10), "proceed");
  EXPECT_EQ(victim.looks_at_space, 0) << "half of the cap is room for twenty";
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(open("/src/a"), "proceed");
  }
  victim.space = 256 * kMiB - 4096;
  EXPECT_EQ(mmap(64 << 10), "refused: mmap 65536 bytes over the cap (268435456)");
  EXPECT_EQ(victim.looks_at_space, 1);
}

TEST_F(Decide, ALoadersMapsNeedNoLook) {
  step.program = "/src/prog";
  step.file.size = kMiB;
  EXPECT_EQ(exec("/src/prog"), "proceed");
  EXPECT_EQ(victim.asked_program, "") << "its size is in the plan";
  EXPECT_EQ(mmap(8192), "proceed");
  EXPECT_EQ(mmap(2 * kMiB, MAP_PRIVATE), "proceed");
  EXPECT_EQ(mmap(kMiB + 4096, MAP_PRIVATE | MAP_FIXED), "proceed");
  EXPECT_EQ(victim.looks_at_space, 0);
  EXPECT_EQ(mmap(kMiB), "proceed") << "memory, as malloc asks for it";
  EXPECT_EQ(victim.looks_at_space, 1);
  EXPECT_EQ(mmap(200 * kMiB, MAP_PRIVATE), "proceed") << "past half of the cap";
  EXPECT_EQ(victim.looks_at_space, 2);
  EXPECT_EQ(exec("/src/next"), "refused: execve");
  memory = {};
  step.file.size = 1ull << 30;
  EXPECT_EQ(exec("/src/prog"), "refused: execve over the memory cap (268435456)");
  memory = {};
  step.file.size = ~0ull;
  EXPECT_EQ(exec("/src/prog"), "refused: execve over the memory cap (268435456)");
}

TEST_F(Decide, SmallMapsOfOtherThreadsCount) {
  EXPECT_EQ(mmap(64 << 10), "proceed");
  for (std::uint32_t other = 11; other < 14; ++other) {
    EXPECT_EQ(mmap(64 * kMiB, MAP_PRIVATE, other), "proceed");
  }
  now += 51;
  victim.space = 256 * kMiB;
  EXPECT_EQ(mmap(64 << 10), "refused: mmap 65536 bytes over the cap (268435456)");
}

TEST_F(Decide, MapsThatMayNotShowYetCount) {
  victim.space = 100 * kMiB;
  EXPECT_EQ(mmap(64 * kMiB, MAP_PRIVATE, 11), "proceed");
  EXPECT_EQ(mmap(64 * kMiB, MAP_PRIVATE, 12), "proceed");
  EXPECT_EQ(mmap(64 * kMiB, MAP_PRIVATE, 13), "later");
  EXPECT_EQ(mmap(64 * kMiB, MAP_FIXED, 13), "later");
  victim.mapped = 64 * kMiB;
  EXPECT_EQ(mmap(64 * kMiB, MAP_FIXED, 13), "proceed") << "it replaces as much";
  victim.space = 228 * kMiB;  // now they show
  EXPECT_EQ(mmap(64 * kMiB, MAP_PRIVATE, 13),
            "refused: mmap 67108864 bytes over the cap (268435456)");
  victim.space = 100 * kMiB;  // or were undone meanwhile
  now += 51;
  EXPECT_EQ(mmap(64 * kMiB, MAP_PRIVATE, 13), "proceed");
  EXPECT_EQ(mmap(64 * kMiB, MAP_PRIVATE, 13), "proceed") << "its own last one has returned";
}

TEST_F(Decide, Remaps) {
  const int nr = sys::NR("mremap");
  EXPECT_EQ(ask(nr, {0, 8 * kMiB, 4 * kMiB}), "proceed");
  EXPECT_EQ(ask(nr, {0, kMiB, 16 * kMiB}), "proceed");
  EXPECT_EQ(ask(nr, {0, kMiB, 1 * kMiB + (1u << 30)}),
            "refused: mmap 1073741824 bytes over the cap (268435456)");
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
