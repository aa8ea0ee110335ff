#include "runner/trace_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sbx::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(TraceOptions, AreTakenFromAmongThoseOfTheBox) {
  std::vector<std::string> words = {"--mem",    "--list",   "--list=a.list", "--step", "compile",
                                    "--wall=9", "--strict", "--proc",        "prog",   "--union"};
  auto options = take_trace_options(&words);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->list, "a.list");
  EXPECT_TRUE(options->step == TraceOptions::Step::compile && options->strict);
  EXPECT_FALSE(options->merge || options->check);
  // The value of --mem is its own, whatever it looks like; what follows the program is the
  // program's.
  EXPECT_THAT(words, ElementsAre("--mem", "--list", "--wall=9", "--proc", "prog", "--union"));
}

TEST(TraceOptions, EndAtTwoDashes) {
  std::vector<std::string> words = {"--check", "--", "--strict"};
  auto options = take_trace_options(&words);
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->check && !options->strict);
  EXPECT_THAT(words, ElementsAre("--", "--strict"));
}

TEST(TraceOptions, AWrongOneIsNamed) {
  const struct {
    std::vector<std::string> words;
    const char* field;
    const char* message;
  } rows[] = {
      {{"--step", "net", "p"}, "--step", "takes program, compile, fuzz or leaks"},
      {{"--list"}, "--list", "needs a value"},
      {{"--list=", "p"}, "--list", "must not be empty"},
      {{"--check=yes", "p"}, "--check", "takes no value"},
      {{"--strict", "p"}, "--strict", "needs --list"},
      {{"--union", "p"}, "--union", "needs --list"},
      {{"--union", "--check", "--list", "l", "p"}, "--union", "not --check"},
  };
  for (const auto& row : rows) {
    std::vector<std::string> words = row.words;
    auto options = take_trace_options(&words);
    ASSERT_FALSE(options) << row.field;
    EXPECT_EQ(options.error().field, row.field);
    EXPECT_THAT(options.error().message, HasSubstr(row.message));
  }
}

}  // namespace
}  // namespace sbx::runner
