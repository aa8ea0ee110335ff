#include "policy/rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace sbx::policy {
namespace {

TEST(Rows, EachCallHasOneRowWithAReasonAndANumber) {
  std::set<std::string_view> names;
  std::set<int> numbers;
  for (const Row& row : rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.why.empty()) << row.name;
    EXPECT_EQ(row.nr, sys::syscall_number(row.name)) << row.name;
    if (row.nr >= 0) {
      EXPECT_TRUE(numbers.insert(row.nr).second) << row.name;
    }
  }
  EXPECT_GT(numbers.size(), 100u);
}

TEST(Rows, EachOptionIsOneWayThroughATestedCall) {
  std::set<std::string> ways;
  for (const Option& option : options()) {
    EXPECT_FALSE(option.why.empty()) << option.name;
    EXPECT_EQ(option.nr, sys::syscall_number(option.name)) << option.name;
    EXPECT_NE(option.tests[0].op, Op::always) << option.name;
    std::string way(option.name);
    for (const Condition& test : option.tests) {
      EXPECT_LT(test.arg, 6) << option.name;
      way += ' ' + std::to_string(static_cast<int>(test.op)) + ' ' + std::to_string(test.arg) +
             ' ' + std::to_string(test.value);
    }
    EXPECT_TRUE(ways.insert(way).second) << way;
    bool tested = false;
    for (const Row& row : rows()) {
      const bool has_ways =
          row.rule == Rule::tested || row.rule == Rule::watch || row.rule == Rule::capped;
      tested = tested || (row.name == option.name && has_ways &&
                          (row.sets & option.sets) == (row.sets & kBase ? 0 : option.sets));
    }
    EXPECT_TRUE(tested || (option.sets & kBase) != 0) << option.name;
  }
}

TEST(Rows, AReasonIsOneLineOfPlainText) {
  for (const Row& row : rows()) {
    EXPECT_THAT(std::string(row.why), testing::MatchesRegex("[A-Za-z0-9 ,.:;()?'/_*&+-]+"))
        << row.name;
    EXPECT_NE(row.why.back(), '.') << row.name;
  }
}

TEST(Rows, BaseAppliesToEveryStepAndTheRestWhenSelected) {
  EXPECT_TRUE(applies({}, kBase, kAny));
  EXPECT_TRUE(applies({.compile = true}, kBase, kAny));
  EXPECT_FALSE(applies({}, kCompile | kThreads | kNet, kAny));
  EXPECT_TRUE(applies({.compile = true}, kCompile | kThreads, kAny));
  EXPECT_FALSE(applies({.glibc = false}, kBase, kGlibc));
  EXPECT_FALSE(applies({.musl = false}, kBase, kMusl));
  EXPECT_TRUE(applies({.compile = true, .glibc = false}, kBase, kGlibc));
  EXPECT_EQ(applies({}, kGeneric, kAny), sys::kNative == sys::Abi::aarch64);
  EXPECT_FALSE(applies({}, kFuzz | kLeaks, kAny));
  EXPECT_TRUE(applies({.fuzz = true}, kFuzz, kAny));
  EXPECT_FALSE(applies({.fuzz = true}, kLeaks, kAny));
  EXPECT_TRUE(applies({.fuzz = true, .leaks = true}, kLeaks, kAny));
}

}  // namespace
}  // namespace sbx::policy
