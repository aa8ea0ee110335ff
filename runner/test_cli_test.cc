#include "runner/test_cli.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "runner/test_flags.h"

namespace sbx::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Options options_of(const std::vector<std::string>& words) {
  const auto command = parse_test_command(words);
  EXPECT_TRUE(command) << command.error().field << ": " << command.error().message;
  return command ? command->options : Options{};
}

std::string error_of(const std::vector<std::string>& words) {
  const auto command = parse_test_command(words);
  return command ? "" : command.error().field + ": " + command.error().message;
}

TEST(TestCli, ReadsEveryShape) {
  const Options o = options_of({"-j4", "-k", "a", "--filter=b", "-L", "slow", "cases", "-v",
                                "--shard", "2/3", "--timeout", "250ms", "more"});
  EXPECT_EQ(o.jobs, 4u);
  EXPECT_THAT(o.filters, ElementsAre("a", "b"));
  EXPECT_THAT(o.tags, ElementsAre("slow"));
  EXPECT_THAT(o.paths, ElementsAre("cases", "more"));
  EXPECT_EQ(o.verbosity, 1);
  EXPECT_EQ(o.shard.index, 2u);
  EXPECT_EQ(o.shard.count, 3u);
  EXPECT_EQ(o.timeout, std::chrono::milliseconds(250));
  EXPECT_EQ(options_of({"--timeout", "5s", "x"}).timeout, std::chrono::seconds(5));
}

TEST(TestCli, AFlagWithADefaultLeavesTheNextWordAlone) {
  const Options o = options_of({"--list", "cases"});
  EXPECT_EQ(o.list, ListForm::plain);
  EXPECT_THAT(o.paths, ElementsAre("cases"));
  EXPECT_EQ(options_of({"--list=json", "cases"}).list, ListForm::json);
  EXPECT_EQ(options_of({"--determinism", "x"}).determinism, 2u);
  EXPECT_EQ(options_of({"--determinism=5", "x"}).determinism, 5u);
}

TEST(TestCli, SaysWhatIsWrong) {
  EXPECT_EQ(error_of({"-j", "0"}), "--jobs: must be at least 1");
  EXPECT_EQ(error_of({"-j", "-1"}), "--jobs: not a number");
  EXPECT_EQ(error_of({"-j", "12x"}), "--jobs: not a number");
  EXPECT_EQ(error_of({"-j", "99999999999999999999"}), "--jobs: number too large");
  EXPECT_EQ(error_of({"-j", "4097"}), "--jobs: at most 4096");
  EXPECT_EQ(error_of({"-j", "2", "-j", "3"}), "--jobs: given twice");
  EXPECT_EQ(error_of({"--jobs"}), "--jobs: needs a value");
  EXPECT_EQ(error_of({"--shard", "3"}), "--shard: not of the form I/N");
  EXPECT_EQ(error_of({"--shard", "3/2"}), "--shard: at most 2");
  EXPECT_EQ(error_of({"--list=xml"}), "--list: one of plain, json, ctest, baseline");
  EXPECT_EQ(error_of({"--timeout", "5m"}), "--timeout: not a duration (5s, 250ms)");
  EXPECT_EQ(error_of({"--strict=no"}), "--strict: takes no value");
  EXPECT_EQ(error_of({"--strickt"}), "--strickt: unknown option; did you mean '--strict'?");
  EXPECT_EQ(error_of({"--zzzzzz"}), "--zzzzzz: unknown option");
}

TEST(TestCli, MergeIsACommand) {
  const auto command = parse_test_command({"merge", "a.json", "b.json", "--junit", "x.xml"});
  ASSERT_TRUE(command);
  EXPECT_EQ(command->verb, Command::Verb::merge);
  EXPECT_THAT(command->options.paths, ElementsAre("a.json", "b.json"));
}

TEST(TestFlags, EveryNameAndLetterIsUsedOnce) {
  std::set<std::string_view> names;
  std::set<char> letters;
  for (const TestFlag& flag : test_flags()) {
    EXPECT_TRUE(names.insert(flag.name).second) << flag.name;
    EXPECT_TRUE(flag.letter == 0 || letters.insert(flag.letter).second) << flag.letter;
    EXPECT_FALSE(flag.help.empty()) << flag.name;
  }
}

TEST(TestFlags, EveryFlagIsInTheHelp) {
  for (const TestFlag& flag : test_flags()) {
    EXPECT_THAT(test_help(), HasSubstr("--" + std::string(flag.name)));
  }
}

}  // namespace
}  // namespace sbx::runner
