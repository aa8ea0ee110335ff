#include "expect/bless.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include "expect/expectation.h"
#include "expect/outcome_test.h"
#include "expect/output_entries.h"
#include "expect/text.h"

namespace sbx::expect {
namespace {

using Files = std::map<std::string, std::string>;

TestFile load(const Files& files) {
  Parsed header, yaml;
  Parts parts;
  std::string path = "t.expect";
  if (files.count("t.c") != 0) {
    header = load_header("t.c", files.at("t.c"));
    parts.header = &header;
    path = "t.c";
  }
  if (files.count("t.expect") != 0) {
    yaml = load_yaml("t.expect", files.at("t.expect"));
    parts.yaml = &yaml;
  }
  TestFile test = make_test("t", path, parts);
  EXPECT_EQ(render(test.diagnostics), "");
  return test;
}

Result<std::vector<FileEdit>> edits(const Files& files, const std::vector<Observed>& observed,
                                    const BlessOptions& options = {}) {
  ReadFile read = [&](const std::string& path) -> std::optional<std::string> {
    auto found = files.find(path);
    return found == files.end() ? std::nullopt : std::optional<std::string>(found->second);
  };
  return bless(load(files), observed, read, options);
}

Files blessed(Files files, const Outcome& got, const BlessOptions& options = {},
              const std::string& revision = "") {
  Result<std::vector<FileEdit>> all = edits(files, {{revision, Cell{}, got}}, options);
  EXPECT_TRUE(all) << (all ? "" : all.error().field + ": " + all.error().message);
  for (const FileEdit& e : all ? *all : std::vector<FileEdit>()) {
    if (e.bytes) {
      files[e.path] = *e.bytes;
    } else {
      files.erase(e.path);
    }
  }
  return files;
}

std::string header(const std::string& before, const Outcome& got, const BlessOptions& options = {},
                   const std::string& revision = "") {
  return blessed({{"t.c", before}}, got, options, revision)["t.c"];
}

TEST(Bless, WhatWasKeptStays) {
  std::string text = "// prose\n// expect-stdout: a\nint x;\n";
  EXPECT_EQ(header(text, exited(0, "a\n")), text);
  EXPECT_TRUE(edits({{"t.c", text}}, {{"", Cell{}, exited(0, "a\n")}})->empty());
}

TEST(Bless, ExitCodes) {
  EXPECT_EQ(header("// p\n// expect-exit: 1\n// q\nint x;\n", exited(3)),
            "// p\n// expect-exit: 3\n// q\nint x;\n");
  EXPECT_EQ(header("// expect-stdout:\n// q\nint x;\n", exited(3)),
            "// expect-stdout:\n// expect-exit: 3\n// q\nint x;\n");
  EXPECT_EQ(header("// expect-report: exit 0\n", exited(3)), "// expect-report: exit 3\n");
  EXPECT_EQ(header("// expect-refused: execve\n", exited(0)), "// expect-exit: 0\n");
  EXPECT_EQ(header("#!/x\n// expect-exit[x86_64]: 1\r\n// expect-exit: 0", exited(3)),
            "#!/x\n// expect-exit[x86_64]: 3\n// expect-exit: 0");
}

TEST(Bless, Outputs) {
  EXPECT_EQ(header("// expect-stdout: a\n// expect-stdout: b\n// expect-exit: 0\nint x;\n",
                   exited(0, "c\n\nd")),
            "// expect-stdout: c\n// expect-stdout:\n// expect-stdout-noeol: d\n// expect-exit: 0\n"
            "int x;\n");
  EXPECT_EQ(header("// expect-stdout: a\n", exited(0)), "// expect-stdout:\n");
  EXPECT_EQ(header("// expect-stdout: a\n", exited(0, "\n")), "// expect-stdout-match:\n");
  EXPECT_EQ(header("// expect-stdout: a\n", exited(0, "b \nc\r\n%{x} %% 5%\n")),
            "// expect-stdout-match: b{{ }}\n// expect-stdout-match: c{{\\r}}\n"
            "// expect-stdout: %%{x} %%% 5%\n");
  EXPECT_EQ(header("// expect-stderr: a\r\nint x;\r\n", exited(0, "", "b\n")),
            "// expect-stderr: b\r\nint x;\r\n");
}

TEST(Bless, PatternsThatStillMatchStay) {
  EXPECT_EQ(header("// expect-stdout: start\n// expect-stdout-match: took {{[0-9]+}} ms\n"
                   "// expect-stdout: arch %{arch}\n// expect-stdout: end\n",
                   exited(0, "begin\ntook 7 ms\narch x86_64\nend\n")),
            "// expect-stdout: begin\n// expect-stdout-match: took {{[0-9]+}} ms\n"
            "// expect-stdout: arch %{arch}\n// expect-stdout: end\n");
  EXPECT_EQ(header("// expect-stdout: a\n// expect-stdout-any:\n// expect-stdout: z\n",
                   exited(0, "b\n1\n2\nz\n")),
            "// expect-stdout: b\n// expect-stdout-any:\n// expect-stdout: z\n");
}

TEST(Bless, SidecarsAndHashes) {
  Files files =
      blessed({{"t.c", "// expect-stdout-file: t.txt\n"}, {"t.txt", "a"}}, exited(0, "b\xff"));
  EXPECT_EQ(files["t.txt"], "b\xff");
  EXPECT_EQ(files["t.c"], "// expect-stdout-file: t.txt\n");
  files = blessed(files, exited(0));
  EXPECT_EQ(files.count("t.txt"), 0u);  // a dead sidecar goes
  EXPECT_EQ(files["t.c"], "// expect-stdout:\n");
  files = blessed(files, exited(0, std::string_view("a\0b\n", 4)));
  EXPECT_EQ(files["t.stdout"], std::string("a\0b\n", 4));
  EXPECT_EQ(files["t.c"], "// expect-stdout-file: t.stdout\n");
  std::string large(10000, 'x');
  files = blessed({{"t.c", "// expect-stdout: a\n"}}, exited(0, large));
  EXPECT_EQ(files["t.stdout"], large);
  std::string hash =
      "// expect-stdout-hash: sha256:"
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 0\n";
  EXPECT_EQ(header("// expect-stdout-hash: sha256:"
                   "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad 3\n",
                   exited(0)),
            hash);
}

TEST(Bless, RefusalsAndKillsNeedTheFlag) {
  Outcome refused = exited(125);
  refused.report = {"compile: exit 0", "refused: open /etc/shadow"};
  std::string text = "// expect-exit: 0\n";
  EXPECT_FALSE(edits({{"t.c", text}}, {{"", Cell{}, refused}}));
  EXPECT_EQ(header(text, refused, {.refusals = true}), "// expect-refused: open /etc/shadow\n");
  Outcome died = exited(139);
  died.report = {"compile: exit 0", "killed: signal 11 (SIGSEGV)"};
  EXPECT_FALSE(edits({{"t.c", text}}, {{"", Cell{}, died}}));
  EXPECT_EQ(header(text, died, {.refusals = true}), "// expect-signal: SEGV\n");
  Outcome killed = exited(124);
  killed.report = {"compile: exit 0", "killed: cpu limit (2 s)"};
  EXPECT_EQ(header(text, killed, {.refusals = true}), "// expect-killed: cpu limit (2 s)\n");
  Outcome broken = exited(126);
  broken.report = {"cannot create the user namespace: EPERM"};
  EXPECT_FALSE(edits({{"t.c", text}}, {{"", Cell{}, broken}}, {.refusals = true}));
}

TEST(Bless, NothingUnderCiAndNoCompileSteps) {
  EXPECT_FALSE(edits({{"t.c", "// expect-exit: 0\n"}}, {{"", Cell{}, exited(1)}}, {.ci = true}));
  Outcome failed = exited(1);
  failed.report = {"compile: exit 1"};
  EXPECT_FALSE(edits({{"t.c", "// expect-exit: 0\n"}}, {{"", Cell{}, failed}}));
}

TEST(Bless, PartsOfTheReportAreLeftToPeople) {
  EXPECT_FALSE(edits({{"t.c", "// expect-report-has: note: x\n"}}, {{"", Cell{}, exited(0)}}));
}

TEST(Bless, Writes) {
  Outcome got = exited(0);
  got.writes = {"-b", "a"};
  EXPECT_EQ(header("// expect-writes: none\n", got), "// expect-writes: -b\n// expect-writes: a\n");
  EXPECT_EQ(header("// expect-writes: a\n", exited(0)), "// expect-writes: none\n");
}

TEST(Bless, RevisionsDoNotChangeOneAnother) {
  std::string text =
      "// test-revisions: default threads\n// test-args[rev:threads]: x\n"
      "// expect-stdout: a\n";
  std::string after = header(text, exited(0, "b\n"), {}, "threads");
  EXPECT_EQ(after, text + "// expect-stdout[rev:threads]: b\n");
  EXPECT_EQ(header(after, exited(0, "c\n"), {}, "threads"),
            text + "// expect-stdout[rev:threads]: c\n");
}

TEST(Bless, ExpectFiles) {
  std::string text =
      "# kept\nsbx-expect: 1\nexec: bin/x   # kept too\nexpect: {exit: 0, stdout: \"a\\n\"}\n\n"
      "# and this\ntags: [x]\n";
  EXPECT_EQ(
      blessed({{"t.expect", text}}, exited(3, "a\nb: c\n"))["t.expect"],
      "# kept\nsbx-expect: 1\nexec: bin/x   # kept too\nexpect:\n  exit: 3\n  stdout: |\n    a\n"
      "    b: c\n\n# and this\ntags: [x]\n");
  EXPECT_EQ(blessed({{"t.expect", "sbx-expect: 1\nexec: x\nexpect: {stdout: \"a\\n\"}\n"}},
                    exited(0, " \x1b\n"))["t.expect"],
            "sbx-expect: 1\nexec: x\nexpect:\n  stdout: \" \\x1b\\n\"\n");
  EXPECT_EQ(blessed({{"t.expect", "sbx-expect: 1\nexec: x\nexpect:\n  report: |\n    exit 0\n"}},
                    exited(3))["t.expect"],
            "sbx-expect: 1\nexec: x\nexpect:\n  report: |\n    exit 3\n");
  EXPECT_EQ(blessed({{"t.expect",
                      "sbx-expect: 1\nexec: x\nexpect:\n  stdout-match: [\"{{[0-9]}}\", "
                      "{any: true}, {exact: z}]\n"}},
                    exited(0, "5\nq\ny\n"))["t.expect"],
            "sbx-expect: 1\nexec: x\nexpect:\n  stdout-match:\n    - \"{{[0-9]}}\"\n    -\n"
            "      any: true\n");
  std::string when = "sbx-expect: 1\nexec: x\nexpect: {exit: 0}\nwhen:\n  \"x86_64\": {exit: 1}\n";
  EXPECT_EQ(blessed({{"t.expect", when}}, exited(2))["t.expect"],
            "sbx-expect: 1\nexec: x\nexpect: {exit: 0}\nwhen:\n  x86_64:\n    exit: 2\n");
  std::string revisions =
      "sbx-expect: 1\nexec: x\nexpect: {exit: 0}\nrevisions:\n  a: {args: [b]}\n";
  EXPECT_EQ(blessed({{"t.expect", revisions}}, exited(2), {}, "a")["t.expect"],
            "sbx-expect: 1\nexec: x\nexpect: {exit: 0}\nrevisions:\n  a:\n    args:\n      - b\n"
            "    expect:\n      exit: 2\n");
}

// Whatever a program prints: what is blessed passes.
TEST(Bless, RandomOutputsPassAfterwards) {
  std::mt19937 random(41);
  const std::string_view bytes("ab \t\n\n\r%{}{{\\\"':#\0\xff\xc3\xa4", 22);
  for (int i = 0; i < 500; ++i) {
    const std::string out = random_output(random, bytes, 16);
    Outcome got = exited(static_cast<int>(random() % 3), out);
    Files files = {{"t.c", "// expect-stdout: q\n// expect-stdout-match: a{{.*}}\nint x;\n"}};
    if (i % 2 == 1) {
      files = {{"t.expect", "sbx-expect: 1\nexec: x\nexpect:\n  stdout-match: [q, \"a{{.*}}\"]\n"}};
    }
    Files after = blessed(files, got);
    Outcome again = got;
    std::vector<Diagnostic> more;
    Expectation e = resolve(load(after), Cell{}, &more).at(0).expect;
    if (e.out.form == StreamExpectation::Form::file) {
      again.out_sidecar = after.at(e.out.file);
    }
    EXPECT_TRUE(judge(e, again).empty()) << visible(out) << "\n" << after.begin()->second;
  }
}

TEST(WriteEdit, ReplacesKeepsTheModeAndRemoves) {
  std::string path = testing::TempDir() + "edit_" + std::to_string(getpid());
  std::ofstream(path) << "old";
  ASSERT_EQ(chmod(path.c_str(), 0600), 0);
  EXPECT_TRUE(write_edit({path, std::string("new\0", 4)}));
  std::ifstream in(path, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), std::string("new\0", 4));
  struct stat st = {};
  ASSERT_EQ(stat(path.c_str(), &st), 0);
  EXPECT_EQ(st.st_mode & 07777, 0600u);
  EXPECT_NE(access((path + ".sbx-new").c_str(), F_OK), 0);
  EXPECT_TRUE(write_edit({path, std::nullopt}));
  EXPECT_NE(access(path.c_str(), F_OK), 0);
  EXPECT_TRUE(write_edit({path, std::nullopt}));
  EXPECT_FALSE(write_edit({"/nonexistent/folder/file", "x"}));
}

TEST(Bless, WritesNothingIntoAProgramThatRestsOnDefaults) {
  Parsed header = load_header("d/t.c", "int main(void) { return 1; }\n");
  Parsed defaults = load_defaults("defaults.expect", "sbx-expect: 1\nexpect: {exit: 0}\n");
  Parts parts;
  parts.header = &header;
  parts.defaults = {&defaults};
  TestFile test = make_test("d/t", "d/t.c", parts);
  ASSERT_EQ(render(test.diagnostics), "");
  ReadFile read = [](const std::string&) { return std::optional<std::string>(); };
  auto all = bless(test, {{"", Cell{}, exited(1)}}, read, {});
  ASSERT_FALSE(all);
  EXPECT_EQ(
      all.error().message,
      "it has no expectation of its own and rests on defaults.expect; write t.expect beside it");
}

}  // namespace
}  // namespace sbx::expect
