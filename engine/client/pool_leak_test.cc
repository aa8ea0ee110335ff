// What one box leaves, and the next one finds: nothing.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "client/cell_test.h"

namespace sbx {
namespace {

using testing::another_than;
using testing::lines;
using testing::pooled;
using testing::seen;
using testing::standing;
using testing::traces;
using testing::victim;

// What one box could leave to the next, with the filter's decision and without it: a helper that
// lets every call through ends nothing, so every cell stays, with a new tree where that was
// written.
class Leak : public ::testing::TestWithParam<const char*> {};

// `leaves`: what the first of the two does.
void expect_no_trace(const std::vector<std::string>& leaves) {
  testing::start_alone();
  const std::string helper = std::string(SBX_VICTIMS) + "/../bin/sbx-continue";
  for (const bool decided : {true, false}) {
    set_helper(decided ? "" : helper);
    {
      Request find = traces({"find"});
      const Request leave = traces(leaves);
      if (!decided) {
        find.steps[0].argv.push_back("everything");
      }
      Pool fresh(find, 1);
      const std::string nothing = seen(pooled(fresh, find));
      EXPECT_NE(nothing.find("process 2 of 1\n"), std::string::npos) << nothing;
      Pool pool(find, 1);
      EXPECT_EQ(seen(pooled(pool, find)), nothing);
      pooled(pool, leave);
      EXPECT_EQ(seen(pooled(pool, find)), nothing) << (decided ? "decided" : "let through");
      EXPECT_EQ(seen(pooled(pool, find)), nothing);
      release_helpers();
    }
  }
  set_helper("");
}

TEST_P(Leak, NothingIsFoundByTheNextBox) {
  expect_no_trace({"leave", GetParam()});
}

INSTANTIATE_TEST_SUITE_P(Kinds, Leak,
                         ::testing::Values("tmp", "out", "src", "removed", "tmpfile", "folder",
                                           "mode", "srcmode", "time", "attribute", "hidden",
                                           "removed_program", "process", "shm", "msg", "sem",
                                           "mqueue", "socket", "lock", "nice", "scheduler",
                                           "ioprio", "affinity", "limit", "signal", "ptrace",
                                           "timer"),
                         [](const auto& kind) { return std::string(kind.param); });

// The threads of a cell's init have numbers that a program can guess: who waits for the steps and
// who clones them.
enum class Thread { reaper = 3, carrier = 2 };
class ThreadLeak : public ::testing::TestWithParam<std::tuple<const char*, Thread>> {};

std::string number_of(Thread thread) {
  long most = 0;
  std::ifstream("/proc/sys/kernel/pid_max") >> most;
  return std::to_string(most - static_cast<long>(thread));
}

TEST_P(ThreadLeak, NothingIsFoundByTheNextBox) {
  const auto [kind, thread] = GetParam();
  expect_no_trace({"leave", kind, number_of(thread)});
}

INSTANTIATE_TEST_SUITE_P(Kinds, ThreadLeak,
                         ::testing::Combine(::testing::Values("nice", "scheduler", "ioprio",
                                                              "affinity", "limit", "signal",
                                                              "ptrace"),
                                            ::testing::Values(Thread::reaper, Thread::carrier)),
                         [](const auto& kind) {
                           return std::string(std::get<0>(kind.param)) +
                                  (std::get<1>(kind.param) == Thread::reaper ? "_reaper"
                                                                             : "_carrier");
                         });

// The engine's own calls pass their filter by a word in a register.
TEST(WordLeak, AProgramDoesNotHaveItAtItsStart) {
  Pool pool(victim({"exit_with", "0"}), 1);
  for (int boxes_before = 0; boxes_before < 4; ++boxes_before) {
    for (int i = 0; i < boxes_before; ++i) {  // from the second on they are born under it
      EXPECT_EQ(lines(pooled(pool, victim({"exit_with", "0"}))), "exit 0\n");
    }
    const std::string number = std::to_string(__NR_setsid);
    EXPECT_EQ(lines(pooled(pool, victim({"first_call"}))),
              "refused: syscall " + number + " (setsid)\n");
  }
}

TEST(ThreadTrace, NobodyTracesTheInitNorAThreadOfIt) {
  set_helper(std::string(SBX_VICTIMS) + "/../bin/sbx-continue");
  {
    Pool pool(traces({"find"}), 1);
    pooled(pool, traces({"find"}));
    for (const std::string& task :
         {std::string("1"), number_of(Thread::reaper), number_of(Thread::carrier)}) {
      const Report report = pooled(pool, traces({"leave", "ptrace", task}));
      EXPECT_EQ(report.out, "ptrace -1 Operation not permitted\n") << task;
    }
  }
  release_helpers();
  set_helper("");
}

}  // namespace
}  // namespace sbx
