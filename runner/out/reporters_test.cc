// Every reporter over one made-up set of results, against an approved file in runner/baselines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <functional>

#include "expect/text.h"
#include "runner/approved_test.h"
#include "runner/out/json.h"
#include "runner/out/reporter.h"
#include "runner/read_file.h"
#include "runner/test_folder.h"

namespace sbx::runner {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using testing::HasSubstr;

std::string all_bytes() {
  std::string bytes;
  for (int i = 0; i < 256; ++i) {
    bytes += static_cast<char>(i);
  }
  return bytes;
}

TestResult base(const std::string& id, Status status) {
  TestResult result;
  result.id = id;
  result.path = "cases/" + id + ".c";
  result.status = status;
  result.runs = 1;
  result.wall = microseconds(12345);
  result.cpu = microseconds(2345);
  result.report = {"exit 0"};
  return result;
}

TestResult refused() {
  TestResult result = base("isolation/shadow", Status::failed);
  result.tags = {"isolation", "files"};
  result.exit_code = 125;
  result.report = {"refused: open /etc/passwd"};
  result.failed_runs = 1;
  Failure failure;
  failure.kind = "report";
  failure.summary = "the report differs";
  failure.expected = "refused: open /etc/shadow";
  failure.got = "refused: open /etc/passwd";
  failure.text =
      "--- expected\n+++ got\n@@ -1,1 +1,1 @@\n-refused: open /etc/shadow\n"
      "+refused: open /etc/passwd\n";
  failure.file = "cases/isolation/shadow.c";
  failure.line = 3;
  failure.column = 4;
  failure.source = "// expect-refused: open /etc/shadow";
  result.failures = {failure};
  result.err = "permission denied\n";
  result.err_bytes = result.err.size();
  result.repeat = "sbx-test cases -k '^isolation/shadow$'";
  result.bare = "sbx run cases/isolation/shadow.c";
  result.kept = "/home/me/.cache/sbx/0123.failed/isolation/shadow";
  return result;
}

TestResult every_byte() {
  TestResult result = base("bytes/a<b>&\"c\"", Status::failed);
  result.failed_runs = 1;
  Failure failure;
  failure.kind = "stdout";
  failure.summary = "stdout differs";
  failure.text = "-a\n+" + expect::visible(all_bytes()) + "\n";
  result.failures = {failure};
  result.out = all_bytes() + "\xef\xbf\xbf ]]> \xc3\xa9\n";
  result.out_bytes = 1 << 20;
  result.repeat = "sbx-test cases -k '^bytes/a<b>&\"c\"$'";
  return result;
}

std::vector<TestResult> sample() {
  std::vector<TestResult> all;
  all.push_back(every_byte());
  all.push_back(base("clean", Status::passed));
  all.back().tags = {"fast"};
  all.push_back(base("flaky", Status::flaky));
  all.back().runs = 2;
  all.back().failed_runs = 1;
  all.back().failures = {{.kind = "timeout", .summary = "ended after 5 s"}};
  all.push_back(base("forkbomb#threads", Status::passed));
  all.back().wall = microseconds(2'500'000);
  all.back().unchecked = 1;
  all.push_back(refused());
  all.push_back(base("known-bug", Status::xfailed));
  all.back().reason = "issue 12: not done yet";
  all.push_back(base("repaired", Status::xpassed));
  all.back().reason = "issue 7";
  all.back().failed_runs = 0;
  all.back().failures = {
      {.kind = "xpass", .summary = "passed, but it is expected to fail: issue 7"}};
  all.push_back(base("socket", Status::excluded));
  all.back().runs = 0;
  all.back().reason = "opens a socket";
  all.push_back(base("x32", Status::skipped));
  all.back().runs = 0;
  all.back().reason = "needs x86_64: this is aarch64";
  all.push_back(base("zz", Status::not_run));
  all.back().runs = 0;
  all.back().reason = "the run was ended";
  return all;
}

void tell(Reporter& reporter) {
  const std::vector<TestResult> results = sample();
  RunInfo run;
  run.command = "sbx-test cases";
  run.selected = results.size();
  run.discovered = 12;
  run.jobs = 2;
  reporter.begin(run);
  Progress progress;
  progress.done = 3;
  progress.total = results.size();
  progress.failed = 1;
  progress.eta = milliseconds(65'000);
  progress.running = {{"isolation/sleeper", milliseconds(2100)}, {"quick", milliseconds(20)}};
  reporter.progress(progress);
  RunEnd end;
  for (const TestResult& result : results) {
    reporter.result(result);
    end.totals.add(result);
  }
  end.totals.wall = milliseconds(3210);
  end.exit_code = 130;
  end.interrupted = "SIGINT";
  reporter.end(end);
}

using Make = std::function<std::unique_ptr<Reporter>(const std::string& path)>;

std::string written(const Make& make) {
  const TestFolder folder;
  {
    const auto reporter = make(folder.at("out"));
    tell(*reporter);
  }
  std::string bytes;
  EXPECT_TRUE(read_file(folder.at("out"), &bytes));
  return bytes;
}

// A text reporter writes to a file it does not own.
template <class Function>
Make text_to(Function make) {
  struct Holder final : Reporter {
    File file = {};
    std::unique_ptr<Reporter> inner = {};
    void begin(const RunInfo& run) override { inner->begin(run); }
    void progress(const Progress& now) override { inner->progress(now); }
    void result(const TestResult& result) override { inner->result(result); }
    void end(const RunEnd& end) override { inner->end(end); }
  };
  return [make](const std::string& path) {
    auto holder = std::make_unique<Holder>();
    holder->file = open_report(path);
    holder->inner = make(holder->file.get());
    return holder;
  };
}

TEST(Reporters, Plain) {
  const auto plain = [](TextOptions options) {
    return written(text_to([options](std::FILE* to) { return make_plain(options, to); }));
  };
  expect_baseline("plain.txt", plain({}));
  expect_baseline("plain-verbose-stable.txt", plain({.verbosity = 1, .stable = true}));
  expect_baseline("plain-quiet.txt", plain({.verbosity = -1}));
}

TEST(Reporters, PlainEndsWithTheCounts) {
  const std::string text = written(text_to([](std::FILE* to) { return make_plain({}, to); }));
  EXPECT_THAT(text, testing::EndsWith("\n4 passed, 3 failed, 1 skipped\n"));
  EXPECT_EQ(text.find('\x1b'), text.npos);
}

TEST(Reporters, Terminal) {
  TextOptions options;
  options.color = true;
  options.width = 60;
  expect_baseline(
      "terminal.txt",
      written(text_to([options](std::FILE* to) { return make_terminal(options, to); })));
}

TEST(Reporters, Junit) {
  expect_baseline("junit.xml",
                  written([](const auto& path) { return make_junit(open_report(path), false); }));
  expect_baseline("junit-stable.xml",
                  written([](const auto& path) { return make_junit(open_report(path), true); }));
}

TEST(Reporters, JunitHoldsNoByteXmlForbids) {
  const std::string xml =
      written([](const auto& path) { return make_junit(open_report(path), false); });
  EXPECT_EQ(expect::invalid_utf8(xml), xml.npos);
  for (const char c : xml) {
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') << int{c};
  }
  EXPECT_EQ(xml.find("]]>"), xml.npos);
  EXPECT_EQ(xml.find("\xef\xbf\xbf"), xml.npos);
  EXPECT_THAT(xml, HasSubstr("\\x01"));
}

TEST(Reporters, Json) {
  expect_baseline("stream.json",
                  written([](const auto& path) { return make_json(open_report(path), false); }));
  expect_baseline("stream-stable.json",
                  written([](const auto& path) { return make_json(open_report(path), true); }));
}

TEST(Reporters, Tap) {
  expect_baseline("results.tap",
                  written([](const auto& path) { return make_tap(open_report(path)); }));
}

TEST(Reporters, Html) {
  expect_baseline("page.html",
                  written([](const auto& path) { return make_html(open_report(path), false); }));
  expect_baseline("page-stable.html",
                  written([](const auto& path) { return make_html(open_report(path), true); }));
}

TEST(Reporters, Github) {
  ::setenv("GITHUB_WORKSPACE", "cases", 1);
  expect_baseline("github.txt", written(text_to([](std::FILE* to) { return make_github(to); })));
  ::unsetenv("GITHUB_WORKSPACE");
}

TEST(Stream, WhatWasWrittenIsRead) {
  const std::string text =
      written([](const auto& path) { return make_json(open_report(path), false); });
  const auto stream = read_stream(text);
  ASSERT_TRUE(stream) << stream.error().message;
  EXPECT_TRUE(stream->ended);
  EXPECT_EQ(stream->interrupted, "SIGINT");
  const std::vector<TestResult> wanted = sample();
  ASSERT_EQ(stream->results.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const TestResult& got = stream->results[i];
    EXPECT_EQ(got.id, wanted[i].id);
    EXPECT_EQ(got.status, wanted[i].status);
    EXPECT_EQ(got.reason, wanted[i].reason);
    EXPECT_EQ(got.tags, wanted[i].tags);
    EXPECT_EQ(got.report, wanted[i].report);
    EXPECT_EQ(got.wall, wanted[i].wall);
    EXPECT_EQ(got.repeat, wanted[i].repeat);
    EXPECT_EQ(got.failures.size(), wanted[i].failures.size());
  }
}

TEST(Stream, WhatIsNoStreamIsAnError) {
  EXPECT_EQ(read_stream("").error().message, "empty");
  EXPECT_EQ(read_stream("{}\n").error().message, "not an event stream of sbx-test");
  EXPECT_EQ(read_stream("{\"event\":\"run\",\"version\":1}\n[]\n").error().field, "2");
  EXPECT_EQ(read_stream("{\"event\":\"run\",\"version\":99}\n").error().field, "1");
  const auto cut = read_stream("{\"event\":\"run\",\"version\":1}\n");
  ASSERT_TRUE(cut);
  EXPECT_FALSE(cut->ended);
}

}  // namespace
}  // namespace sbx::runner
