// The program sbx-test from outside: what a user types, what he sees, how it ends. Needs a host
// that can build boxes.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "expect/text.h"
#include "runner/test_folder.h"
#include "runner/walk.h"

namespace sbx::runner {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

struct Ended {
  int code = -1;
  std::string text = {};  // stdout, then stderr
  long peak_kib = 0;
};

// sbx-test with a cache folder of its own, its output in files.
class Program {
 public:
  Program(const TestFolder& folder, const std::vector<std::string>& words,
          const std::vector<std::string>& environment = {})
      : out_(folder.at("cache/out")), err_(folder.at("cache/err")) {
    folder.write("cache/out", "");
    std::vector<std::string> all = {SBX_TEST_PROGRAM};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<std::string> env = {"PATH=/usr/bin:/bin", "HOME=" + folder.at("cache"),
                                    "XDG_CACHE_HOME=" + folder.at("cache")};
    env.insert(env.end(), environment.begin(), environment.end());
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addchdir_np(&actions, folder.path().c_str());
    EXPECT_EQ(::posix_spawn(&pid_, SBX_TEST_PROGRAM, &actions, nullptr, pointers(all).data(),
                            pointers(env).data()),
              0);
    posix_spawn_file_actions_destroy(&actions);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void send(int signal) const { ::kill(pid_, signal); }

  Ended wait() const {
    Ended ended;
    int status = 0;
    rusage usage = {};
    while (::wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    ended.peak_kib = usage.ru_maxrss;
    std::string err;
    EXPECT_TRUE(read_file(out_, &ended.text));
    EXPECT_TRUE(read_file(err_, &err));
    ended.text += err;
    return ended;
  }

 private:
  static std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> out;
    for (std::string& word : words) {
      out.push_back(word.data());
    }
    out.push_back(nullptr);
    return out;
  }

  std::string out_, err_;
  pid_t pid_ = -1;
};

// A folder of tests that run the victim.
class Suite {
 public:
  void add(const std::string& name, const std::string& args, const std::string& expect,
           const std::string& more = "") const {
    folder.write("t/" + name + ".expect", "sbx-expect: 1\nexec: runner_victim\nargs: [" + args +
                                              "]\n" + more + "expect: {" + expect + "}\n");
  }
  [[nodiscard]] std::vector<std::string> words(const std::vector<std::string>& more) const {
    std::vector<std::string> all = {"--prebuilt", SBX_VICTIM_FOLDER, "t"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  [[nodiscard]] Ended run(const std::vector<std::string>& more = {},
                          const std::vector<std::string>& environment = {}) const {
    return Program(folder, words(more), environment).wait();
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    std::string bytes;
    EXPECT_TRUE(read_file(folder.at(name), &bytes)) << name;
    return bytes;
  }

  // What a box writes to the host it writes as nobody.
  void open_to_all(const std::string& name) const {
    std::filesystem::permissions(folder.at(name), std::filesystem::perms::all);
  }

  TestFolder folder = {};
};

std::string last_line_of(const std::string& text) {
  const auto lines = expect::split_lines(text);
  return lines.empty() ? "" : std::string(lines.back());
}

TEST(Program, AllPassed) {
  Suite suite;
  suite.add("a", "exit, \"3\"", "exit: 3");
  suite.add("sub/b", "print, hello", "stdout: \"hello\\n\"");
  suite.add("c", "cat", "stdout: \"in\"", "stdin: \"in\"\n");
  const Ended ended = suite.run();
  EXPECT_EQ(ended.code, 0) << ended.text;
  EXPECT_EQ(last_line_of(ended.text), "3 passed, 0 failed, 0 skipped");
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

TEST(Program, UsageAndDirectivesExitTwo) {
  Suite suite;
  EXPECT_EQ(Program(suite.folder, {}).wait().code, 2);
  EXPECT_EQ(Program(suite.folder, {"nowhere"}).wait().code, 2);
  EXPECT_EQ(Program(suite.folder, {"--jbs", "1"}).wait().code, 2);
  suite.folder.write("t/a.c", "// expect-exot: 0\nint main(void) { return 0; }\n");
  const Ended ended = suite.run();
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, HasSubstr("error[E01]"));
  EXPECT_THAT(ended.text, HasSubstr("did you mean 'expect-exit'?"));
  EXPECT_THAT(ended.text, HasSubstr("no test was run"));
}

TEST(Program, NothingSelectedExitsThree) {
  Suite suite;
  suite.folder.write("empty/.keep", "");
  EXPECT_EQ(Program(suite.folder, {"empty"}).wait().code, 3);
  suite.add("a", "exit, \"0\"", "exit: 0");
  EXPECT_EQ(suite.run({"-k", "nothing"}).code, 3);
  EXPECT_EQ(suite.run({"--failed"}).code, 3);
  suite.add("a", "exit, \"0\"", "exit: 0", "needs: [\"kernel>=999.0\"]\n");
  const Ended skipped = suite.run();
  EXPECT_EQ(skipped.code, 3);
  EXPECT_THAT(skipped.text, HasSubstr("1 skipped: needs kernel>=999.0"));
}

TEST(Program, NoBoxExitsFourAndNamesTheLine) {
  Suite suite;
  suite.add("a", "exit, \"0\"", "exit: 0");
  const Ended ended = suite.run({}, {"SBX_HELPER=/nonexistent"});
  EXPECT_EQ(ended.code, 4);
  EXPECT_THAT(ended.text, HasSubstr("no box can be built here: helper"));
}

TEST(Program, AMissingProgramIsAFailureByName) {
  Suite suite;
  suite.add("a", "exit, \"0\"", "exit: 0");
  const Ended ended = Program(suite.folder, {"--prebuilt", "nowhere", "t"}).wait();
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.text, HasSubstr("FAIL a"));
  EXPECT_THAT(ended.text, HasSubstr("no program nowhere/runner_victim"));
}

TEST(Program, ATimeoutEndsTheBox) {
  Suite suite;
  suite.add("a", "sleep, \"30\"", "exit: 0", "timeout: 200ms\n");
  const auto started = std::chrono::steady_clock::now();
  const Ended ended = suite.run();
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.text, HasSubstr("ended after 200 ms"));
  EXPECT_LT(std::chrono::steady_clock::now() - started, 4s);
}

TEST(Program, ADaemonDoesNotOutliveItsTest) {
  Suite suite;
  suite.folder.write("temporary/.keep", "");
  suite.add("a", "daemon", "exit: 0", "opts: [\"--allow=threads\"]\n");
  const Ended ended = suite.run({"--host-proof"}, {"TMPDIR=" + suite.folder.at("temporary")});
  EXPECT_EQ(ended.code, 0) << ended.text;
}

TEST(Program, ATouchedHostFailsTheRun) {
  Suite suite;
  suite.folder.write("temporary/.keep", "");
  suite.add("a", "flip, /rw0/new", "exit: 1", "opts: [\"--rw\", \".\"]\n");
  suite.open_to_all("t");
  const Ended ended = suite.run({"--host-proof"}, {"TMPDIR=" + suite.folder.at("temporary")});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.text, HasSubstr("file is new: " + suite.folder.at("t/new")));
}

TEST(Program, FlakyAndRepeated) {
  Suite suite;
  suite.folder.write("memory/.keep", "");
  suite.open_to_all("memory");
  suite.add("a", "flip, /rw0/flag", "exit: 0", "opts: [\"--rw\", \"../memory\"]\n");
  const Ended flaky = suite.run({"--retries", "1"});
  EXPECT_EQ(flaky.code, 0) << flaky.text;
  EXPECT_THAT(flaky.text, HasSubstr("FLAKY a"));
  EXPECT_THAT(flaky.text, HasSubstr("1 flaky"));
  EXPECT_EQ(last_line_of(flaky.text), "1 passed, 0 failed, 0 skipped");
  EXPECT_EQ(suite.run({"--retries", "1", "--flaky", "fail"}).code, 5);
  const Ended repeated = suite.run({"--repeat", "4"});
  EXPECT_EQ(repeated.code, 1);
  EXPECT_THAT(repeated.text, HasSubstr("2 of 4 runs failed"));
  EXPECT_THAT(suite.run({"--until-fail", "9"}).text, HasSubstr("FAIL a"));
}

TEST(Program, DeterminismComparesEveryByte) {
  Suite suite;
  suite.add("clock", "clock", "exit: 0");
  suite.add("good", "print, x", "stdout: \"x\\n\"");
  EXPECT_EQ(suite.run().code, 0);
  const Ended ended = suite.run({"--determinism"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.text, HasSubstr("run 2 differs from run 1 in its stdout"));
  EXPECT_EQ(last_line_of(ended.text), "1 passed, 1 failed, 0 skipped");
}

TEST(Program, StrictMeansEveryByteIsJudged) {
  Suite suite;
  suite.add("a", "print, x", "exit: 0");
  EXPECT_EQ(suite.run().code, 0);
  EXPECT_EQ(suite.run({"--strict"}).code, 1);
}

TEST(Program, FailedOnesRunAgain) {
  Suite suite;
  suite.add("bad", "exit, \"1\"", "exit: 0");
  suite.add("good", "exit, \"0\"", "exit: 0");
  EXPECT_EQ(suite.run().code, 1);
  EXPECT_EQ(last_line_of(suite.run({"--failed"}).text), "0 passed, 1 failed, 0 skipped");
  suite.add("bad", "exit, \"1\"", "exit: 1");
  EXPECT_EQ(last_line_of(suite.run({"--failed"}).text), "1 passed, 0 failed, 0 skipped");
  EXPECT_EQ(suite.run({"--failed"}).code, 3);
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

TEST(Program, LargeOutputCostsNoMemory) {
  Suite suite;
  suite.add("a", "bytes, \"256\"", "exit: 0",
            "opts: [--out, \"300\", --wall, \"60\", --time, \"30\"]\n");
  const Ended ended = suite.run();
  EXPECT_EQ(ended.code, 0) << ended.text;
  EXPECT_LT(ended.peak_kib, 64 << 10);
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
