// What a run of sbx-test leaves to read: its reports, its lists, its outputs, its commands.
#include <gmock/gmock.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "runner/program_test.h"

namespace sbx::runner {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

// What a shell prints of the command that a failure shows after `label`.
std::string pasted(const Suite& suite, const std::string& text, const std::string& label) {
  const std::size_t at = text.find(label);
  EXPECT_NE(at, text.npos) << text;
  const std::size_t start = at + label.size();
  const std::string command = text.substr(start, text.find('\n', start) - start);
  const std::string programs = std::filesystem::path(SBX_TEST_PROGRAM).parent_path();
  suite.folder.write("pasted.sh", "cd '" + suite.folder.path() + "'; PATH='" + programs +
                                      "':$PATH\n" + command + " >pasted.out 2>pasted.err\n");
  EXPECT_EQ(std::system(("sh " + suite.folder.at("pasted.sh")).c_str()), 0)
      << command << "\n"
      << suite.file("pasted.err");
  return suite.file("pasted.out");
}

TEST(Program, TheCommandThatDoesNotJudgeShowsTheProgramAsTheTestDid) {
  Suite suite;
  const std::string label = "without judging: ";
  const auto printed = [&](const std::string& args, const std::string& more) {
    suite.add("sub/its own", args, "stdout: q", more);
    const std::string shown = pasted(suite, suite.run({"--keep", "kept"}).text, label);
    EXPECT_EQ(shown, suite.file("kept/sub/its own/stdout"));
    return shown;
  };
  EXPECT_EQ(printed("where", ""), "/prebuilt/runner_victim in /src\n");
  EXPECT_EQ(printed("where", "opts: [--root, ..]\n"), "/prebuilt/runner_victim in /src/sub\n");
  EXPECT_EQ(printed("where", "opts: [--root=.., --cwd, sub]\n"),
            "/prebuilt/runner_victim in /src/sub\n");
  EXPECT_EQ(printed("where", "opts: [--root, ../.., --ro, ., --cwd=t]\n"),
            "/prebuilt/runner_victim in /src/t\n");
  EXPECT_EQ(printed("cat", "stdin: \"it's 100%\"\n"), "it's 100%");
}

TEST(Program, AFailureShowsWhatAndHowToRepeatIt) {
  Suite suite;
  suite.add("good", "exit, \"0\"", "exit: 0");
  suite.add("sub/it's bad", "print, hullo", "stdout: \"hello\\n\"");
  const Ended ended = suite.run();
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.text, HasSubstr("-hello"));
  EXPECT_THAT(ended.text, HasSubstr("+hullo"));
  EXPECT_THAT(ended.text, HasSubstr("it's bad.expect:4"));
  EXPECT_EQ(last_line_of(ended.text), "1 passed, 1 failed, 0 skipped");
  const std::size_t at = ended.text.find("sbx-test --prebuilt");
  ASSERT_NE(at, ended.text.npos);
  const std::string command = ended.text.substr(at, ended.text.find('\n', at) - at);
  const auto words = expect::split_words(command.substr(command.find(' ')));
  ASSERT_TRUE(words);
  const Ended again = Program(suite.folder, *words).wait();
  EXPECT_EQ(again.code, 1);
  EXPECT_EQ(last_line_of(again.text), "0 passed, 1 failed, 0 skipped");
}

TEST(Program, BaselineNamesWhatVanished) {
  Suite suite;
  suite.add("a", "exit, \"0\"", "exit: 0");
  suite.folder.write("baseline",
                     Program(suite.folder, suite.words({"--list=baseline"})).wait().text);
  EXPECT_EQ(suite.file("baseline"), "run a\n");
  EXPECT_EQ(suite.run({"--baseline", "baseline"}).code, 0);
  suite.folder.write("baseline", "run a\nrun gone\n");
  const Ended ended = suite.run({"--baseline", "baseline"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.text, HasSubstr("FAIL gone"));
  EXPECT_EQ(last_line_of(ended.text), "1 passed, 1 failed, 0 skipped");
}

TEST(Program, ABaselineOfAllHoldsForAPart) {
  Suite suite;
  for (const char* name : {"a", "b", "c", "d"}) {
    suite.add(name, "exit, \"0\"", "exit: 0");
  }
  suite.folder.write("baseline", "run a\nrun b\nrun c\nrun d\nrun gone\n");
  EXPECT_EQ(suite.run({"--baseline", "baseline", "-k", "^[ab]$"}).code, 0);
  int failed = 0;
  for (const char* part : {"1/3", "2/3", "3/3"}) {
    const Ended ended = suite.run({"--baseline", "baseline", "--shard", part});
    failed += ended.code == 1 && ended.text.find("FAIL gone") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(failed, 1);
}

TEST(Program, BlessRewritesThePromise) {
  Suite suite;
  suite.add("a", "print, new", "stdout: \"old\\n\"");
  EXPECT_EQ(suite.run({"--bless"}, {"CI=true"}).code, 1);
  EXPECT_THAT(suite.file("t/a.expect"), HasSubstr("old"));
  EXPECT_EQ(suite.run({"--bless"}).code, 1);
  EXPECT_THAT(suite.file("t/a.expect"), HasSubstr("new"));
  EXPECT_EQ(suite.run().code, 0);
}

TEST(Program, StableRunsWriteTheSameBytes) {
  Suite suite;
  suite.add("bad", "exit, \"1\"", "exit: 0");
  suite.add("good", "print, x", "stdout: \"x\\n\"");
  std::vector<std::string> first;
  for (int run = 0; run < 2; ++run) {
    EXPECT_EQ(suite.run({"--stable", "--json", "j", "--junit", "x", "--html", "h", "--tap=p"}).code,
              1);
    const std::vector<std::string> now = {suite.file("j"), suite.file("x"), suite.file("h"),
                                          suite.file("p")};
    EXPECT_TRUE(first.empty() || first == now);
    first = now;
  }
}

TEST(Program, ShardsMergeToTheWhole) {
  Suite suite;
  for (int i = 0; i < 9; ++i) {
    suite.add("t" + std::to_string(i), "exit, \"0\"", i == 4 ? "exit: 1" : "exit: 0");
  }
  int sum = 0;
  for (const std::string shard : {"1", "2"}) {
    const int code = suite.run({"--shard", shard + "/2", "--json", shard + ".json"}).code;
    EXPECT_TRUE(code == 0 || code == 1);
    sum += code;
  }
  EXPECT_EQ(sum, 1);
  const Ended merged =
      Program(suite.folder, {"merge", "1.json", "2.json", "--junit", "all.xml"}).wait();
  EXPECT_EQ(merged.code, 1);
  EXPECT_EQ(last_line_of(merged.text), "8 passed, 1 failed, 0 skipped");
  EXPECT_THAT(suite.file("all.xml"), HasSubstr("tests=\"9\" failures=\"1\""));
  EXPECT_EQ(Program(suite.folder, {"merge", "1.json", "1.json"}).wait().code, 2);
  EXPECT_EQ(Program(suite.folder, {"merge", "all.xml"}).wait().code, 2);
}

TEST(Program, MaxFailuresEndsTheRun) {
  Suite suite;
  for (int i = 0; i < 3; ++i) {
    suite.add("bad" + std::to_string(i), "exit, \"1\"", "exit: 0");
  }
  for (int i = 0; i < 40; ++i) {
    suite.add("slow" + std::to_string(i), "sleep, \"1\"", "exit: 0");
  }
  const Ended ended = suite.run({"--max-failures", "1", "-j", "2"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.text, HasSubstr("ended by --max-failures"));
  EXPECT_THAT(ended.text, HasSubstr("not run"));
}

TEST(Program, SignalsEndTheRunAndTheReportsAreComplete) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Suite suite;
    for (int i = 0; i < 20; ++i) {
      suite.add("t" + std::to_string(i), "sleep, \"4\"", "exit: 0");
    }
    const Program program(suite.folder, suite.words({"-j", "2", "--json", "j", "--junit", "x"}));
    // The first line of the stream says that the run has begun.
    for (int i = 0; i < 2000; ++i) {
      std::string bytes;
      if (read_file(suite.folder.at("j"), &bytes) && !bytes.empty()) {
        break;
      }
      std::this_thread::sleep_for(5ms);
    }
    std::this_thread::sleep_for(50ms);
    program.send(signal);
    const auto sent = std::chrono::steady_clock::now();
    const Ended ended = program.wait();
    EXPECT_LT(std::chrono::steady_clock::now() - sent, 3s);
    EXPECT_EQ(ended.code, 128 + signal) << ended.text;
    EXPECT_EQ(last_line_of(ended.text), "0 passed, 0 failed, 0 skipped");
    EXPECT_THAT(suite.file("j"), HasSubstr("\"not_run\":20"));
    EXPECT_THAT(suite.file("x"), HasSubstr("tests=\"20\""));
    EXPECT_THAT(suite.file("x"), HasSubstr("</testsuites>"));
  }
}

TEST(Program, AReportThatCannotBeWrittenIsSaidBeforeAnythingRuns) {
  Suite suite;
  suite.add("a", "exit, \"0\"", "exit: 0");
  const Ended ended = suite.run({"--junit", "no/such/folder/x"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, HasSubstr("--junit: cannot write"));
}

TEST(Program, FailuresKeepTheirOutputsAndPassesRemoveThem) {
  Suite suite;
  suite.add("a", "print, hello", "exit: 1");
  EXPECT_EQ(suite.run({"--keep", "kept"}).code, 1);
  EXPECT_EQ(suite.file("kept/a/stdout"), "hello\n");
  EXPECT_EQ(suite.file("kept/a/report"), "sandbox: exit 0\n");
  suite.add("a", "print, hello", "exit: 0");
  EXPECT_EQ(suite.run({"--keep", "kept"}).code, 0);
  EXPECT_FALSE(std::filesystem::exists(suite.folder.at("kept/a")));
}

TEST(Program, GithubAnnotations) {
  Suite suite;
  suite.add("a", "exit, \"1\"", "exit: 0");
  EXPECT_THAT(suite.run({}, {"GITHUB_ACTIONS=true"}).text,
              HasSubstr("::error file=t/a.expect,line=4,title=a::"));
  EXPECT_THAT(suite.run().text, Not(HasSubstr("::error")));
}

}  // namespace
}  // namespace sbx::runner
