// What a user of sbx-test types, and how the run ends.
#include "runner/program_test.h"

#include <gmock/gmock.h>

#include <chrono>

namespace sbx::runner {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

TEST(Program, AllPassed) {
  Suite suite;
  suite.add("a", "exit, \"3\"", "exit: 3");
  suite.add("sub/b", "print, hello", "stdout: \"hello\\n\"");
  suite.add("c", "cat", "stdout: \"in\"", "stdin: \"in\"\n");
  const Ended ended = suite.run();
  EXPECT_EQ(ended.code, 0) << ended.text;
  EXPECT_EQ(last_line_of(ended.text), "3 passed, 0 failed, 0 skipped");
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

TEST(Program, EveryKindOfErrorExitsTwo) {
  const TestFolder folder;
  std::filesystem::copy(SBX_RUNNER_FOLDER "/../cases/selftest/errors", folder.at("t"));
  std::filesystem::remove(folder.at("t/.sbx-ignore"));
  const Ended ended = Program(folder, {"t"}).wait();
  EXPECT_EQ(ended.code, 2);
  for (int code = 1; code <= 16; ++code) {
    EXPECT_THAT(ended.text, HasSubstr(code < 10 ? "[E0" + std::to_string(code) + "]"
                                                : "[E" + std::to_string(code) + "]"));
  }
}

TEST(Program, AToolchainThatIsNoneIsAnError) {
  const TestFolder folder;
  folder.write("t/a.c", "// test-toolchain: gc\n// expect-exit: 0\nint main(void) { return 0; }\n");
  folder.write("t/b.c", "// expect-exit: 0\nint main(void) { return 0; }\n");
  Ended ended = Program(folder, {"t"}).wait();
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, HasSubstr("a.c:1:20: error[E15]: no toolchain is called 'gc'"));
  EXPECT_THAT(ended.text, HasSubstr("did you mean 'gcc'?"));
  ended = Program(folder, {"t/b.c", "--toolchain", "xcc"}).wait();
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, HasSubstr("--toolchain: no toolchain is called 'xcc'"));
  ended = Program(folder, {"t/b.c", "--toolchains", "none.yaml"}).wait();
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, HasSubstr("none.yaml"));
  folder.write("t/own.yaml",
               "sbx-toolchains: 1\ntoolchains:\n  gc: {argv: [/usr/bin/gcc, -o, \"{product}\", "
               "\"{source}\"]}\n");
  EXPECT_EQ(Program(folder, {"t", "--toolchains", "t/own.yaml", "--list"}).wait().code, 0);
}

TEST(Program, WhatIsWrongWithAnExpectationIsToldWhereNothingElseNamesIt) {
  const TestFolder folder;
  folder.write("t/a.expect", "sbx-expect: 1\nexec: prog\nexpect: {stdout: \"x\n}\n");
  folder.write("t/a.stdout", "x");
  folder.write("t/b.expect", "sbx-expect: 1\nexec: prog\nexpect: {stdout: \"\xff\"}\n");
  const Ended ended = Program(folder, {"t"}).wait();
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, HasSubstr("a.expect:3:"));
  EXPECT_THAT(ended.text, HasSubstr("b.expect:3:"));
  EXPECT_THAT(ended.text, Not(HasSubstr("E12")));
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

TEST(Program, WithoutABoxNothingIsIsolatedAndThatIsSaid) {
  Suite suite;
  suite.add("a", "print, x", "stdout: \"x\\n\"");
  suite.add("b", "exit, \"3\"", "exit: 3");
  suite.add("c", "sleep, \"30\"", "exit: 0", "timeout: 200ms\n");
  suite.add("d", "cat, /etc/passwd", "exit: 0");
  const Ended refused = suite.run({"--no-box"}, {"CI=true"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.text, HasSubstr("--no-box: refused where CI=true"));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--no-box", "--color=always"}, {"--no-box", "--i-know"}}) {
    const bool known = words.back() == "--i-know";
    const Ended ended = suite.run(words, {known ? "CI=true" : "CI="});
    EXPECT_EQ(ended.code, 1) << ended.text;
    EXPECT_THAT(ended.text, HasSubstr("NOTHING IS ISOLATED"));
    EXPECT_EQ(ended.text.find("\x1b[31msbx-test: --no-box") != std::string::npos, !known);
    EXPECT_THAT(ended.text, HasSubstr("ended after 200 ms"));
    EXPECT_THAT(ended.text, HasSubstr("3 passed, 1 failed, 0 skipped"));
  }
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

TEST(Program, LargeOutputCostsNoMemory) {
  Suite suite;
  suite.add("a", "bytes, \"256\"", "exit: 0",
            "opts: [--out, \"300\", --wall, \"60\", --time, \"30\"]\n");
  const Ended ended = suite.run();
  EXPECT_EQ(ended.code, 0) << ended.text;
  EXPECT_LT(ended.peak_kib, 64 << 10);
}

}  // namespace
}  // namespace sbx::runner
