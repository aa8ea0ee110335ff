#include "expect/judge.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "expect/expectation.h"
#include "expect/outcome_test.h"
#include "expect/sha256.h"

namespace sbx::expect {
namespace {

Expectation expect(std::string_view header) {
  Parsed h = load_header("t.c", header);
  Parts parts;
  parts.header = &h;
  TestFile test = make_test("t.c", "t.c", parts);
  EXPECT_EQ(render(test.diagnostics), "") << header;
  std::vector<Diagnostic> more;
  return resolve(test, Cell{}, &more).at(0).expect;
}

std::string kinds(const std::vector<Mismatch>& all) {
  std::string out;
  for (const Mismatch& m : all) {
    out += (out.empty() ? "" : " ") + std::string(kind_name(m.kind));
    EXPECT_FALSE(m.summary.empty());
    EXPECT_FALSE(m.text.empty()) << m.summary;
    EXPECT_EQ(m.text.empty() ? '\n' : m.text.back(), '\n') << m.text;
    EXPECT_TRUE(m.kind == MismatchKind::unchecked || m.at.line > 0 || m.at.file.empty());
  }
  return out;
}

std::string judged(std::string_view header, const Outcome& got) {
  return kinds(judge(expect(header), got));
}

Outcome ended(int code, std::vector<std::string> report) {
  Outcome o;
  o.exit_code = code;
  o.report = std::move(report);
  return o;
}

TEST(Judge, ExitCodes) {
  EXPECT_EQ(judged("// expect-exit: 3\n", exited(3)), "");
  EXPECT_EQ(judged("// expect-exit: 3\n", exited(4)), "exit");
  EXPECT_EQ(judged("// expect-exit: any\n", exited(4)), "");
  EXPECT_EQ(judged("// expect-stdout:\n", exited(1)), "exit");
  std::vector<Mismatch> all = judge(expect("// expect-exit: 0\n"), exited(1, "", "oops\x1b\n"));
  ASSERT_EQ(all.size(), 2u);  // and stderr is not judged
  EXPECT_EQ(all[0].at.line, 1);
  EXPECT_NE(all[0].text.find("oops\\x1b"), std::string::npos);
}

TEST(Judge, ASignalIsNeverAnExitCode) {
  Outcome died = ended(139, {"compile: exit 0", "killed: signal 11 (SIGSEGV)"});
  EXPECT_EQ(judged("// expect-signal: SEGV\n", died), "");
  EXPECT_EQ(judged("// expect-signal: SEGV\n", exited(139)), "signal report");
  EXPECT_EQ(judged("// expect-exit: 139\n", exited(139)), "");
  EXPECT_EQ(judged("// expect-exit: 139\n", died), "exit unchecked");
  EXPECT_EQ(judged("// expect-exit: 139\n// expect-report: killed: signal 11 (SIGSEGV)\n", died),
            "");
  EXPECT_EQ(judged("// expect-signal: ABRT\n", died), "signal report");
}

TEST(Judge, RefusalsAndKills) {
  Outcome refused = ended(125, {"compile: exit 0", "refused: open /etc/shadow"});
  EXPECT_EQ(judged("// expect-refused: open /etc/shadow\n", refused), "");
  EXPECT_EQ(judged("// expect-refused: open /etc/passwd\n", refused), "report");
  EXPECT_EQ(judged("// expect-refused: open /etc/shadow\n", exited(0)), "exit report");
  EXPECT_EQ(judged("// expect-exit: 0\n", refused), "exit unchecked");
  EXPECT_EQ(judged("// expect-killed: cpu limit (2 s)\n",
                   ended(124, {"compile: exit 0", "killed: cpu limit (2 s)"})),
            "");
  EXPECT_EQ(judged("// expect-killed: cpu limit (2 s)\n",
                   ended(124, {"compile: exit 0", "killed: wall clock (5 s)"})),
            "report");
}

TEST(Judge, TheReportIsCompleteAndInOrder) {
  std::string_view two = "// expect-report: note: a\n// expect-report: exit 0\n";
  EXPECT_EQ(judged(two, ended(0, {"compile: exit 0", "note: a", "exit 0"})), "");
  EXPECT_EQ(judged(two, ended(0, {"note: a", "exit 0"})), "");
  EXPECT_EQ(judged(two, ended(0, {"compile: exit 0", "exit 0"})), "report");
  EXPECT_EQ(judged(two, ended(0, {"exit 0", "note: a"})), "report");
  EXPECT_EQ(judged(two, ended(0, {"note: a", "exit 0", "note: b"})), "report");
  EXPECT_EQ(judged(two, ended(0, {"note: a", "compile: exit 0", "exit 0"})), "report");
  std::string_view written = "// expect-report: compile: exit 0\n// expect-report: exit 0\n";
  EXPECT_EQ(judged(written, ended(0, {"compile: exit 0", "exit 0"})), "");
  EXPECT_EQ(judged(written, ended(0, {"exit 0"})), "report");
  std::vector<Mismatch> all =
      judge(expect(two), ended(0, {"compile: exit 0", "note: a", "note: b", "exit 0"}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_NE(all[0].text.find("+note: b\n"), std::string::npos) << all[0].text;
}

TEST(Judge, PartsOfTheReport) {
  Outcome got = ended(0, {"compile: exit 0", "note: a", "exit 0"});
  EXPECT_EQ(judged("// expect-report-has: note: a\n", got), "");
  EXPECT_EQ(judged("// expect-report-has: note: b\n", got), "report unchecked");
  EXPECT_EQ(judged("// expect-report-has: note: a\n// expect-report-not: note: b\n", got), "");
  EXPECT_EQ(judged("// expect-report-not: note: a\n", got), "report unchecked");
}

TEST(Judge, OutputsByBytes) {
  EXPECT_EQ(judged("// expect-stdout: a\n// expect-stdout: b\n", exited(0, "a\nb\n")), "");
  EXPECT_EQ(judged("// expect-stdout: a\n", exited(0, "a")), "stdout");
  EXPECT_EQ(judged("// expect-stdout: a\n", exited(0, "a\n\n")), "stdout");
  EXPECT_EQ(judged("// expect-stdout: a\n", exited(0, "a\r\n")), "stdout");
  EXPECT_EQ(judged("// expect-stdout:\n", exited(0, "")), "");
  EXPECT_EQ(judged("// expect-stdout:\n", exited(0, "\n")), "stdout");
  EXPECT_EQ(judged("// expect-stdout:\n// expect-stdout:\n", exited(0, "\n\n")), "");
  EXPECT_EQ(judged("// expect-stdout-match:\n", exited(0, "\n")), "");
  EXPECT_EQ(judged("// expect-stdout-noeol: a\n", exited(0, "a")), "");
  EXPECT_EQ(judged("// expect-stdout-noeol: a\n", exited(0, "a\n")), "stdout");
  EXPECT_EQ(judged(std::string_view("// expect-stdout: a\0\xff\x1b\n", 23),
                   exited(0, std::string_view("a\0\xff\x1b\n", 5))),
            "");
  EXPECT_EQ(judged(std::string_view("// expect-stdout: a\0b\n", 22),
                   exited(0, std::string_view("a\0c\n", 4))),
            "stdout");
  EXPECT_EQ(judged("// expect-stderr: e\n", exited(0, "", "e\n")), "");
  EXPECT_EQ(judged("// expect-stderr: e\n", exited(0, "", "f\n")), "stderr");
}

TEST(Judge, PatternsAnyLinesAndExactLinesMix) {
  std::string_view h =
      "// expect-stdout: start\n// expect-stdout-any:\n"
      "// expect-stdout-match: took {{[0-9]+}} ms\n// expect-stdout: end\n";
  EXPECT_EQ(judged(h, exited(0, "start\ntook 5 ms\nend\n")), "");
  EXPECT_EQ(judged(h, exited(0, "start\nx\ntook y ms\ntook 5 ms\nend\n")), "");
  EXPECT_EQ(judged(h, exited(0, "start\ntook 5 ms\nend\ntook 6 ms\nend\n")), "");
  EXPECT_EQ(judged(h, exited(0, "start\ntook 5 ms\nend")), "stdout");
  EXPECT_EQ(judged(h, exited(0, "start\ntook 5 ms extra\nend\n")), "stdout");
  EXPECT_EQ(judged(h, exited(0, "start\ntook 5 ms\nend\nmore\n")), "stdout");
  EXPECT_EQ(judged(h, exited(0, "")), "stdout");
  EXPECT_EQ(judged("// expect-stdout-any:\n", exited(0, "")), "");
  EXPECT_EQ(judged("// expect-stdout-any:\n", exited(0, "a\nb")), "");
  EXPECT_EQ(judged("// expect-stdout-match: {{.}}\n", exited(0, "\xff\n")), "");
}

TEST(Judge, SidecarsAndHashes) {
  std::string_view file = "// expect-stdout-file: x.stdout\n";
  Outcome got = exited(0, "data");
  EXPECT_EQ(judged(file, got), "stdout");  // nobody gave its bytes
  got.out_sidecar = "data";
  EXPECT_EQ(judged(file, got), "");
  got.out_sidecar = "other";
  EXPECT_EQ(judged(file, got), "stdout");
  got.out_sidecar = "data";
  got.out = "";
  got.out_digest = Digest{sha256_hex("data"), 4};
  EXPECT_EQ(judged(file, got), "");
  got.out_digest = Digest{sha256_hex("date"), 4};
  EXPECT_EQ(judged(file, got), "stdout");
  std::string hash = "// expect-stdout-hash: sha256:" + sha256_hex("data") + " 4\n";
  EXPECT_EQ(judged(hash, exited(0, "data")), "");
  EXPECT_EQ(judged(hash, exited(0, "date")), "stdout");
  EXPECT_EQ(judged(hash, got), "stdout");
  EXPECT_EQ(judged("// expect-stdout-match: x\n", got), "stdout");
}

TEST(Judge, SidecarsAreMapped) {
  std::string folder = testing::TempDir() + "judge_" + std::to_string(getpid());
  std::string path = folder + ".stdout";
  std::ofstream(path, std::ios::binary) << "from the file\n";
  Expectation e = expect("// expect-stdout-file: x.stdout\n");
  e.out.file = path;
  EXPECT_EQ(kinds(judge_with_sidecars(e, exited(0, "from the file\n"))), "");
  EXPECT_EQ(kinds(judge_with_sidecars(e, exited(0, "from nowhere\n"))), "stdout");
  std::remove(path.c_str());
  EXPECT_EQ(kinds(judge_with_sidecars(e, exited(0, "from the file\n"))), "stdout");
  e.out.file = testing::TempDir();
  EXPECT_EQ(kinds(judge_with_sidecars(e, exited(0))), "stdout");
}

TEST(Judge, CompileSteps) {
  Outcome failed = ended(1, {"compile: exit 1"});
  failed.compile_err = "t.c:1:1: error: no\nmore\n";
  EXPECT_EQ(judged("// expect-exit: 0\n", failed), "compile");  // and nothing that follows from it
  EXPECT_EQ(judged("// expect-compile: fail\n", failed), "");
  EXPECT_EQ(judged("// expect-compile: fail\n", exited(0)), "compile exit");
  EXPECT_EQ(judged("// expect-compile: fail\n// expect-compile-exit: 1\n", failed), "");
  EXPECT_EQ(judged("// expect-compile-exit: 2\n", failed), "compile exit");
  EXPECT_EQ(judged("// expect-compile-exit: any\n// expect-exit: any\n", failed), "");
  EXPECT_EQ(
      judged("// expect-compile: fail\n// expect-compile-stderr-match: {{.*}}error: no\n", failed),
      "");
  EXPECT_EQ(judged("// expect-compile: fail\n// expect-compile-stderr-match: error\n", failed),
            "compile");
  Outcome bomb = ended(125, {"compile: refused: process limit (16)"});
  EXPECT_EQ(judged("// expect-compile-report: refused: process limit (16)\n", bomb), "");
  EXPECT_EQ(judged("// expect-report: compile: refused: process limit (16)\n", bomb), "");
  EXPECT_EQ(judged("// expect-compile-report: refused: process limit (15)\n", bomb), "report");
}

TEST(Judge, Writes) {
  Outcome got = exited(0);
  got.writes = {"-b", "a"};
  EXPECT_EQ(judged("// expect-writes: a\n// expect-writes: -b\n", got), "");
  EXPECT_EQ(judged("// expect-writes: none\n", got), "writes");
  EXPECT_EQ(judged("// expect-writes: a\n", got), "writes");
  EXPECT_EQ(judged("// expect-exit: 0\n", got), "");
  got.writes.clear();
  EXPECT_EQ(judged("// expect-writes: none\n", got), "");
}

TEST(Judge, WhatIsUncheckedIsSaid) {
  EXPECT_EQ(judged("// expect-exit: 0\n", exited(0, "x", "y")), "unchecked unchecked");
  EXPECT_EQ(judged("// expect-exit: 0\n", exited(0)), "");
  EXPECT_EQ(judged("// expect-stdout: x\n", exited(0, "x\n", "y")), "unchecked");
  Outcome large = exited(0);
  large.out_digest = Digest{sha256_hex("x"), 1u << 30};
  EXPECT_EQ(judged("// expect-exit: 0\n", large), "unchecked");
}

TEST(Judge, NotesWhatIsSpecial) {
  auto summary = [](std::string_view header, std::string_view out) {
    return judge(expect(header), exited(0, out)).at(0).summary;
  };
  EXPECT_EQ(summary("// expect-stdout: a\n", "a\r\n"), "stdout differs only in its line endings");
  EXPECT_EQ(summary("// expect-stdout: a\n", "a"),
            "stdout differs only in the newline at its end, which is missing");
  EXPECT_NE(summary("// expect-stdout: a\n// expect-stdout: b\n", "a\nb\na\nb\n").find("twice"),
            std::string::npos);
  EXPECT_NE(
      summary("// expect-stdout: a\n// expect-stdout: c\n// expect-stdout: b\n", "a\nc\na\nb\n")
          .find("twice"),
      std::string::npos);
  EXPECT_EQ(summary("// expect-stdout: a\n", "b\n"), "stdout differs");
}

TEST(Judge, RandomOutputsNeverCrashAndEqualOnesAlwaysPass) {
  std::mt19937 random(31);
  const std::string_view bytes("ab\n\n\0\xff\r", 7);
  for (int i = 0; i < 1000; ++i) {
    const std::string out = random_output(random, bytes, 12);
    Expectation e;
    e.out.form = StreamExpectation::Form::lines;
    for (std::string_view rest = out; !rest.empty();) {
      std::size_t end = rest.find('\n');
      e.out.items.push_back({OutputItem::Kind::exact,
                             std::string(rest.substr(0, end)),
                             end != std::string_view::npos,
                             {}});
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    EXPECT_EQ(kinds(judge(e, exited(0, out))), "");
    std::string other = out;
    if (!other.empty()) {
      other[random() % other.size()] = bytes[random() % bytes.size()];
    }
    EXPECT_EQ(kinds(judge(e, exited(0, other))), other == out ? "" : "stdout");
    for (OutputItem& item : e.out.items) {
      item.kind = random() % 3 == 0 && item.newline ? OutputItem::Kind::any : item.kind;
    }
    EXPECT_EQ(kinds(judge(e, exited(0, out))), "");
  }
}

}  // namespace
}  // namespace sbx::expect
