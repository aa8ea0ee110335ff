// A fuzz step: it is armed by what it prints, and what stops it asks it to abort first, so that it
// can write its input.
#include <gtest/gtest.h>

#include <chrono>

#include "client/box_test.h"

namespace sbx {
namespace {

using testing::boxed;
using testing::lines;
using testing::victim;

Request fuzzed(const std::string& what) {
  Request request = victim({"fuzzed", what});
  request.steps[0].profile = Profile::fuzz;
  request.steps[0].cwd = "/";
  request.steps[0].armed_by = {"ready", "never said"};
  request.steps[0].leaves_by = {"bye"};
  request.limits.memory = 32_MiB;
  request.limits.threads = 2;
  return request;
}

TEST(Fuzzed, StartsAndLeavesByItself) {
  Report r = boxed(fuzzed("nothing"));
  EXPECT_EQ(lines(r), "exit 0\n");
  EXPECT_EQ(r.out, "start 1\nready\nbye\n");  // EPERM, and no outcome: it was not armed
  r = boxed(fuzzed("handled"));
  EXPECT_EQ(r.out, "start 1\nready\nkept\n");
  EXPECT_EQ(lines(r), "refused: exit 77\n") << "it leaves without its last word";
  EXPECT_EQ(r.exit_code(), 125);
}

TEST(Fuzzed, KeepsItsInputWhateverStopsIt) {
  const struct {
    const char* what;
    const char* line;
    int code;
  } rows[] = {
      {"open", "refused: open /etc/passwd\n", 125},  // quiet in a program's step
      {"thread", "refused: open /etc/shadow\n", 125},
      {"fork", "refused: process limit (0)\n", 125},
      {"leave", "refused: exit 3\n", 125},
      {"kill", "killed: signal 9 (SIGKILL)\n", 137},
      {"raise", "killed: signal 9 (SIGKILL)\n", 137},
      {"large", "killed: memory limit (32 MiB)\n", 124},
  };
  for (const auto& row : rows) {
    Report r = boxed(fuzzed(row.what));
    EXPECT_EQ(lines(r), row.line);
    EXPECT_EQ(r.out, "start 1\nready\nkept\n") << row.what;
    EXPECT_EQ(r.exit_code(), row.code);
  }
}

TEST(Fuzzed, TheCapIsNamedWhereTheKernelNoticedFirst) {
  Report r = boxed(fuzzed("small"));
  EXPECT_EQ(lines(r), "killed: memory limit (32 MiB)\n");
  EXPECT_EQ(r.out, "start 1\nready\nbye\n");
}

TEST(Fuzzed, ClocksAskItToAbort) {
  Request request = fuzzed("spin");
  request.limits.cpu = std::chrono::seconds(1);
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "killed: cpu limit (1 s)\n");
  EXPECT_EQ(r.out, "start 1\nready\nkept\n");
  request = fuzzed("sleep");
  request.limits.wall = std::chrono::seconds(1);
  r = boxed(request);
  EXPECT_EQ(lines(r), "killed: wall clock (1 s)\n");
  EXPECT_EQ(r.out, "start 1\nready\nkept\n");
}

TEST(Fuzzed, MemoryRanksBeforeTheClocks) {
  Request request = fuzzed("full");
  request.limits.wall = std::chrono::seconds(1);
  EXPECT_EQ(lines(boxed(request)), "killed: memory limit (32 MiB)\n");
  request.limits.wall = std::chrono::seconds(5);
  request.limits.cpu = std::chrono::seconds(1);
  EXPECT_EQ(lines(boxed(request)), "killed: memory limit (32 MiB)\n");
}

TEST(Fuzzed, OneThatDoesNotHearIsKilledASecondLater) {
  const auto start = std::chrono::steady_clock::now();
  Report r = boxed(fuzzed("deaf"));
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(lines(r), "refused: open /etc/shadow\n");
  EXPECT_EQ(r.out, "start 1\nready\n");
  EXPECT_GE(took, std::chrono::milliseconds(900));
  EXPECT_LT(took, std::chrono::seconds(6));
}

TEST(Fuzzed, LastWordsFitBesideTheOutputLimit) {
  Request request = fuzzed("print");
  request.limits.output = 1_MiB;
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "killed: output limit (1 MiB)\n");
  EXPECT_NE(r.out.find("kept\n"), std::string::npos);
}

TEST(Fuzzed, WithoutAWordItIsNeverArmed) {
  Request request = fuzzed("open");
  request.steps[0].armed_by = {};
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "exit 0\n");
  EXPECT_EQ(r.out, "start 1\nready\nbye\n");
}

TEST(Fuzzed, ItsWordsAreForItAlone) {
  Request request = fuzzed("open");
  request.steps[0].profile = Profile::program;
  auto refused = run(request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().field, "steps[0].profile");
  request = fuzzed("open");
  request.steps[0].leaves_by = {std::string(257, 'x')};
  refused = run(request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().field, "steps[0].leaves_by");
}

}  // namespace
}  // namespace sbx
