// A suite somebody else wrote: programs without a word for sbx-test, and a defaults.expect beside
// them. From outside, with a compiler in the box.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/program_test.h"

namespace sbx::runner {
namespace {

using testing::HasSubstr;
using testing::Not;

// Programs that know nothing of sbx-test.
class Foreign {
 public:
  Foreign() {
    folder.write("t/good.c", "int main(void) { return 0; }\n");
    folder.write("t/needs_flag.c",
                 "#ifndef FLAG\n#error no flag\n#endif\nint main(void) { return FLAG; }\n");
    folder.write("t/two-a.c", "int other(void);\nint main(void) { return other(); }\n");
    folder.write("t/two-b.c", "int other(void) { return 7; }\n");
    folder.write("t/net/a.c", "#error a network\n");
    folder.write("t/net/b.c", "#error a network\n");
  }
  void defaults(const std::string& more) const {
    folder.write("t/defaults.expect",
                 "sbx-expect: 1\ntoolchain: gcc\nexpect: {exit: 0, stdout: \"\"}\n" + more);
  }
  [[nodiscard]] Ended run(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"t"};
    words.insert(words.end(), more.begin(), more.end());
    return Program(folder, words).wait();
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    std::string bytes;
    EXPECT_TRUE(read_file(folder.at(name), &bytes)) << name;
    return bytes;
  }

  TestFolder folder = {};
};

constexpr const char* kExclude =
    "exclude:\n  - {path: \"*-b.c\", reason: second source of another}\n"
    "  - {path: \"net/*.c\", reason: opens a socket}\n";

TEST(Foreign, DefaultsTestThemAndExclusionsAreCountedApart) {
  const Foreign suite;
  suite.defaults(std::string("compile-opts: [-DFLAG=0]\n") + kExclude);
  suite.folder.write("t/two-a.expect",
                     "sbx-expect: 1\nrun: two-a.c\ncompile-opts: [two-b.c]\nexpect: {exit: 7}\n");
  const Ended ended = suite.run({"--strict"});
  EXPECT_EQ(ended.code, 0) << ended.text;
  EXPECT_THAT(ended.text, HasSubstr("3 excluded by defaults.expect"));
  EXPECT_EQ(last_line_of(ended.text), "3 passed, 0 failed, 0 skipped");
  EXPECT_THAT(suite.run({"-v"}).text, HasSubstr("excluded net/a: opens a socket\n"));
  EXPECT_EQ(suite.run({"--list"}).text,
            "good\nneeds_flag\nnet/a  excluded: opens a socket\nnet/b  excluded: opens a socket\n"
            "two-a\ntwo-b  excluded: second source of another\n");
  EXPECT_THAT(suite.run({"--list=json"}).text, HasSubstr("\"excluded\":\"opens a socket\""));
  EXPECT_THAT(suite.run({"--list=ctest"}).text, Not(HasSubstr("net/a")));
  EXPECT_THAT(suite.run({"--list=baseline"}).text, HasSubstr("skip net/a\n"));
}

TEST(Foreign, AProgramsOwnWordsWinKeyByKey) {
  const Foreign suite;
  suite.defaults(std::string("compile-opts: [-DFLAG=0]\ntags: [foreign]\n") + kExclude);
  suite.folder.write("t/two-a.c", "int main(void) { return 0; }\n");
  suite.folder.write(
      "t/own.c",
      "// expect-exit: 3\n// test-compile-opts: -DFLAG=3\nint main(void) { return FLAG; }\n");
  suite.folder.write("t/near/defaults.expect", "sbx-expect: 1\nexpect: {exit: 9}\n");
  suite.folder.write("t/near/c.c", "int main(void) { return FLAG + 9; }\n");
  const Ended ended = suite.run({"-L", "foreign"});
  EXPECT_EQ(ended.code, 0) << ended.text;
  EXPECT_EQ(last_line_of(ended.text), "5 passed, 0 failed, 0 skipped");
}

TEST(Foreign, TheCommandOfAFailureTakesTheCompilersWordsAlong) {
  const Foreign suite;
  suite.defaults(std::string("compile-opts: [-DFLAG=1]\n") + kExclude);
  const Ended ended = suite.run({"-k", "needs_flag"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.text,
              HasSubstr("sbx run --toolchain gcc --compile-opt -DFLAG=1 t/needs_flag.c\n"));
}

TEST(Foreign, BlessLeavesTheirFilesAlone) {
  const Foreign suite;
  suite.defaults(std::string("compile-opts: [-DFLAG=5]\n") + kExclude);
  const std::string before = suite.file("t/needs_flag.c");
  const std::string defaults = suite.file("t/defaults.expect");
  const Ended ended = suite.run({"-k", "needs_flag", "--bless"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.text,
              HasSubstr("not blessed: needs_flag: it has no expectation of its own and "
                        "rests on t/defaults.expect; write needs_flag.expect beside it"));
  EXPECT_EQ(suite.file("t/needs_flag.c"), before);
  EXPECT_EQ(suite.file("t/defaults.expect"), defaults);
}

TEST(Foreign, AnExclusionThatIsWrongStopsTheRun) {
  const Foreign suite;
  suite.defaults(std::string(kExclude) + "  - {path: gone*.c, reason: it was slow}\n");
  const Ended gone = suite.run();
  EXPECT_EQ(gone.code, 2);
  EXPECT_THAT(gone.text,
              HasSubstr("t/defaults.expect:7:12: error[E12]: 'gone*.c' is excluded, and no "
                        "test and no folder below is called so\n"));
  suite.defaults("exclude:\n  - {path: net}\n");
  const Ended without = suite.run();
  EXPECT_EQ(without.code, 2);
  EXPECT_THAT(without.text, HasSubstr("t/defaults.expect:5:5: error[E15]"));
}

TEST(Foreign, TwoLanguagesInOneFolder) {
  const TestFolder folder;
  folder.write(
      "t/defaults.expect",
      "sbx-expect: 1\ntoolchain: {.c: gcc, .C: g++}\nsuffixes: [.c, .C]\nexpect: {exit: 0}\n");
  folder.write("t/a.c", "int main(void) { int class = 0; return class; }\n");
  folder.write("t/b.C", "struct B { int n = 0; };\nint main() { return B().n; }\n");
  const Ended ended = Program(folder, {"t"}).wait();
  EXPECT_EQ(last_line_of(ended.text), "2 passed, 0 failed, 0 skipped") << ended.text;
}

TEST(Foreign, NothingButExclusionsIsNothing) {
  const Foreign suite;
  suite.defaults(kExclude);
  const Ended ended = suite.run({"-k", "net/"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(last_line_of(ended.text), "0 passed, 0 failed, 0 skipped");
}

TEST(Foreign, PathsOfOptionsAreRelativeToTheFileThatSaysThem) {
  const TestFolder folder;
  folder.write("t/defaults.expect",
               "sbx-expect: 1\ntoolchain: gcc\nexpect: {exit: 4}\nopts: [--root, .]\n");
  folder.write("t/shared.h", "enum { kCode = 4 };\n");
  folder.write("t/deep/er/a.c", "#include \"../../shared.h\"\nint main(void) { return kCode; }\n");
  const Ended ended = Program(folder, {"t/deep"}).wait();
  EXPECT_EQ(ended.code, 0) << ended.text;
}

}  // namespace
}  // namespace sbx::runner
