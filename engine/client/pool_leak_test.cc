// What one box leaves, and the next one finds: nothing.
#include <gtest/gtest.h>
#include <signal.h>
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

// The thread that clones the steps of a cell has a number that a program can guess.
class CarrierLeak : public ::testing::TestWithParam<const char*> {};

std::string last_number() {
  long most = 0;
  std::ifstream("/proc/sys/kernel/pid_max") >> most;
  return std::to_string(most - 1);
}

TEST_P(CarrierLeak, NothingIsFoundByTheNextBox) {
  expect_no_trace({"leave", GetParam(), last_number()});
}

INSTANTIATE_TEST_SUITE_P(Kinds, CarrierLeak,
                         ::testing::Values("nice", "scheduler", "ioprio", "affinity", "limit",
                                           "signal", "ptrace"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST(CarrierTrace, NobodyTracesTheInitNorAThreadOfIt) {
  set_helper(std::string(SBX_VICTIMS) + "/../bin/sbx-continue");
  {
    Pool pool(traces({"find"}), 1);
    pooled(pool, traces({"find"}));
    for (const std::string& task : {std::string("1"), last_number()}) {
      const Report report = pooled(pool, traces({"leave", "ptrace", task}));
      EXPECT_EQ(report.out, "ptrace -1 Operation not permitted\n") << task;
    }
  }
  release_helpers();
  set_helper("");
}

}  // namespace
}  // namespace sbx
