#include <gtest/gtest.h>

#include "expect/entry.h"
#include "expect/expectation.h"
#include "expect/text.h"
#include "sbx/host.h"

namespace sbx::expect {
namespace {

using V = std::vector<std::string>;

struct Made {
  TestFile test;
  std::vector<TestSpec> specs;
  std::string codes;
};

Made make(std::string_view header, const Cell& cell = {}, std::string_view yaml = {},
          const V& defaults = {}) {
  Parsed h = load_header("d/t.c", header);
  Parsed y = load_yaml("d/t.expect", yaml);
  std::vector<Parsed> folders;
  for (const std::string& text : defaults) {
    folders.push_back(load_defaults("defaults.expect", "sbx-expect: 1\n" + text));
    EXPECT_EQ(render(folders.back().diagnostics), "");
  }
  Parts parts;
  parts.header = &h;
  parts.yaml = yaml.empty() ? nullptr : &y;
  for (const Parsed& p : folders) {
    parts.defaults.push_back(&p);
  }
  Made out;
  out.test = make_test("d/t.c", "d/t.c", parts);
  for (const Diagnostic& d : out.test.diagnostics) {
    out.codes += (out.codes.empty() ? "" : " ") + code_name(d.code);
  }
  if (out.test.diagnostics.empty()) {
    std::vector<Diagnostic> more;
    out.specs = resolve(out.test, cell, &more);
    for (const Diagnostic& d : more) {
      out.codes += "later " + code_name(d.code);
    }
  }
  return out;
}

V report(const TestSpec& spec) {
  V out;
  for (const ReportLine& line : spec.expect.report.lines) {
    out.push_back(line.text);
  }
  return out;
}

TEST(Resolve, TheForkBomb) {
  Made m = make(
      "// test-revisions: default threads\n// test-opts[rev:threads]: --allow=threads\n"
      "// expect-stdout:\n// expect-refused: process limit (0)\n"
      "// expect-refused[rev:threads]: process limit (64)\n");
  ASSERT_EQ(m.codes, "");
  ASSERT_EQ(m.specs.size(), 2u);
  EXPECT_EQ(m.specs[0].id, "d/t.c#default");
  EXPECT_EQ(m.specs[0].opts, V{});
  EXPECT_EQ(report(m.specs[0]), V{"refused: process limit (0)"});
  EXPECT_EQ(m.specs[0].expect.exit, 125);
  EXPECT_EQ(m.specs[1].id, "d/t.c#threads");
  EXPECT_EQ(m.specs[1].opts, V{"--allow=threads"});
  EXPECT_EQ(report(m.specs[1]), V{"refused: process limit (64)"});
}

TEST(Resolve, DefaultsOfATest) {
  Made m = make("// expect-stdout: x\n");
  ASSERT_EQ(m.codes, "");
  const TestSpec& s = m.specs[0];
  EXPECT_EQ(s.id, "d/t.c");
  EXPECT_EQ(s.program, "d/t.c");
  EXPECT_EQ(s.kind, TestKind::source);
  EXPECT_EQ(s.expect.exit, 0);
  EXPECT_FALSE(s.expect.report.complete);
  EXPECT_TRUE(s.expect.compile.ok);
  EXPECT_FALSE(s.expect.writes.has_value());
  EXPECT_EQ(s.expect.err.form, StreamExpectation::Form::unchecked);
  EXPECT_TRUE(s.skip.empty() && s.xfail.empty() && !s.serial && !s.timeout);
}

TEST(Resolve, WhatDirectivesImply) {
  auto exit = [](std::string_view header) {
    Made m = make(header);
    EXPECT_EQ(m.codes, "") << header;
    return m.specs.empty() ? std::optional<int>(-1) : m.specs[0].expect.exit;
  };
  EXPECT_EQ(exit("// expect-killed: cpu limit (2 s)\n"), 124);
  EXPECT_EQ(exit("// expect-signal: SEGV\n"), 139);
  EXPECT_EQ(exit("// expect-refused: execve\n// expect-exit: 125\n"), 125);
  EXPECT_EQ(exit("// expect-refused: execve\n// expect-exit: any\n"), std::nullopt);
  EXPECT_EQ(exit("// expect-report: exit 7\n"), 7);
  EXPECT_EQ(exit("// expect-report: compile: exit 0\n// expect-report: exit 7\n"), 7);
  EXPECT_EQ(exit("// expect-report: compile: exit 1\n"), 1);
  EXPECT_EQ(exit("// expect-compile-report: refused: process limit (16)\n"), 125);
  EXPECT_EQ(exit("// expect-compile: fail\n// expect-compile-exit: 2\n"), 2);
  EXPECT_EQ(exit("// expect-compile: fail\n"), std::nullopt);
  EXPECT_EQ(exit("// expect-report-has: note: x\n"), 0);
  EXPECT_TRUE(make("// expect-compile: fail\n").specs[0].expect.exit_not_zero);
  EXPECT_FALSE(make("// expect-report: compile: exit 1\n").specs[0].expect.compile.ok);
  Made m = make("// expect-report: compile: exit 0\n// expect-refused: execve\n");
  EXPECT_EQ(report(m.specs[0]), (V{"compile: exit 0", "refused: execve"}));
}

TEST(Resolve, Contradictions) {
  for (const char* bad : {"// expect-exit: 1\n// expect-killed: cpu limit (2 s)\n",
                          "// expect-exit: 1\n// expect-signal: SEGV\n",
                          "// expect-signal: SEGV\n// expect-refused: execve\n",
                          "// expect-report: exit 0\n// expect-refused: execve\n",
                          "// expect-report: exit 0\n// expect-report-not: exit 0\n",
                          "// expect-report: exit 0\n// expect-report-has: exit 1\n",
                          "// expect-report-has: note: x\n// expect-report-not: note: x\n",
                          "// expect-compile: fail\n// expect-compile-exit: 0\n",
                          "// expect-compile: ok\n// expect-compile-exit: 1\n",
                          "// expect-compile: ok\n// expect-report: compile: exit 1\n",
                          "// expect-compile: fail\n// expect-refused: execve\n",
                          "// expect-compile: fail\n// expect-exit: 0\n",
                          "// expect-compile: fail\n// expect-compile-report: exit 0\n",
                          "// expect-compile-exit: 2\n// expect-compile-report: exit 1\n",
                          "// expect-stdout-noeol: a\n// expect-stdout: b\n",
                          "// expect-stdout-file: a\n// expect-stdout-any:\n",
                          "// expect-writes: none\n// expect-writes: a\n"}) {
    EXPECT_EQ(make(bad).codes.substr(0, 3), "E11") << bad;
  }
  EXPECT_EQ(make("// expect-killed: signal 11 (SIGSEGV)\n").codes, "E15");
  EXPECT_EQ(make("// expect-report: exit 256\n").codes, "E16");
  EXPECT_EQ(make("// expect-report: build: exit 0\n").codes, "E16");
  EXPECT_EQ(make("// expect-report-not: exit -1\n").codes, "E16");
  EXPECT_EQ(make("// expect-compile-report: compile: exit 0\n").codes, "E16");
}

TEST(Resolve, SelectorsAndLayers) {
  Cell musl;
  musl.libc = "musl";
  V folders = {
      "expect: {exit: 3}\ntags: [near]\nenv: {A: near, B: near}\ntimeout: 1s\n"
      "compile-opts: [-O2, \"-DX=a b\"]\n",
      "expect: {exit: 4, stdout: \"far\\n\"}\ntags: [far, near]\nenv: {A: far, C: far}\n"
      "toolchain: gcc\ntimeout: 2s\ncompile-opts: [-O3]\n"};
  std::string_view header =
      "// expect-exit[musl]: 1\n// test-tags: own\n// test-env[musl]: B=own\n// test-serial:\n";
  Made m = make(header, musl, {}, folders);
  ASSERT_EQ(m.codes, "");
  EXPECT_EQ(m.specs[0].expect.exit, 1);
  EXPECT_EQ(m.specs[0].expect.out.items[0].text, "far");
  EXPECT_EQ(m.specs[0].tags, (V{"far", "near", "own"}));
  EXPECT_EQ(m.specs[0].timeout, std::chrono::milliseconds(1000));
  EXPECT_EQ(m.specs[0].toolchain, "gcc");
  EXPECT_EQ(m.specs[0].compile_opts, (V{"-O2", "-DX=a b"}));
  EXPECT_EQ(m.specs[0].opts_folder, "d");
  EXPECT_TRUE(m.specs[0].serial);
  std::vector<std::pair<std::string, std::string>> env = {
      {"A", "near"}, {"C", "far"}, {"B", "own"}};
  EXPECT_EQ(m.specs[0].env, env);
  m = make(header, Cell{}, {}, folders);
  EXPECT_EQ(m.specs[0].expect.exit, 3);  // the nearest layer where one holds
}

TEST(Resolve, ForeignSuitesNeedNoHeaders) {
  EXPECT_EQ(make("int x;\n").codes, "E14");
  EXPECT_EQ(make("int x;\n", Cell{}, {}, {"tags: [x]\n"}).codes, "E14");
  Made m = make("int x;\n", Cell{}, {}, {"expect: {exit: 0}\n"});
  ASSERT_EQ(m.codes, "");
  EXPECT_EQ(m.specs[0].expect.exit, 0);
}

TEST(Resolve, HeaderAndYamlTogether) {
  std::string_view yaml = "sbx-expect: 1\ntags: [x]\nexpect: {stdout: \"a\\n\"}\n";
  EXPECT_EQ(make("// expect-exit: 1\n", Cell{}, yaml).codes, "");
  EXPECT_EQ(make("// expect-stdout: a\n", Cell{}, yaml).codes, "E06");
  EXPECT_EQ(make("// expect-stdout-any:\n", Cell{}, yaml).codes, "E06");
  EXPECT_EQ(make("// test-tags: y\n", Cell{}, yaml).codes, "E06");
  EXPECT_EQ(make("// expect-stdout[musl]: a\n", Cell{}, yaml).codes, "");
  EXPECT_EQ(make("// test-revisions: default a\n// expect-exit[rev:a]: 1\n", Cell{},
                 "sbx-expect: 1\nrevisions: {b: {expect: {exit: 2}}}\n")
                .codes.substr(0, 3),
            "E06");
}

TEST(Resolve, AmbiguityIsFoundOnEveryHost) {
  EXPECT_EQ(make("// expect-exit: 0\n// expect-exit[aarch64]: 1\n// expect-exit[musl]: 2\n").codes,
            "E09");
  EXPECT_EQ(make("// expect-exit: 0\n// expect-exit[aarch64]: 1\n// expect-exit[musl]: 2\n"
                 "// expect-exit[musl,aarch64]: 3\n")
                .codes,
            "");
  EXPECT_EQ(
      make("// expect-exit: 0\n// expect-exit[aarch64]: 1\n// expect-exit[musl,!aarch64]: 2\n")
          .codes,
      "");
  EXPECT_EQ(make("// test-args[landlock>=6]: a\n// test-args[root]: b\n// expect-exit: 0\n").codes,
            "E09");
  EXPECT_EQ(make("// test-tags[musl]: a\n// test-tags[root]: b\n// expect-exit: 0\n").codes, "");
}

TEST(Resolve, SkipsNeedsAndExpectedFailures) {
  Cell cell;
  cell.root = true;
  cell.features = {{"landlock", 5}};
  cell.reasons = {{"landlock", "abi 5"}};
  Made m = make(
      "// expect-exit: 0\n// test-skip[root]: as user only\n// test-skip[musl]: no\n"
      "// test-needs: landlock>=6\n// test-needs: landlock>=4\n// test-xfail[root]: why\n"
      "// test-xfail: also\n",
      cell);
  ASSERT_EQ(m.codes, "");
  EXPECT_EQ(m.specs[0].skip, "as user only; needs landlock>=6: abi 5");
  EXPECT_EQ(m.specs[0].xfail, "why; also");
  EXPECT_EQ(m.specs[0].needs, (V{"landlock>=6", "landlock>=4"}));
  EXPECT_EQ(make("// expect-exit: 0\n// test-skip[musl]: a\n// test-skip[glibc]: b\n").codes, "");
  EXPECT_EQ(make("// expect-exit: 0\n// test-skip[!landlock>=9|landlock>=9]: b\n").codes, "E13");
}

TEST(Resolve, Variables) {
  std::string nr = std::to_string(syscall_number("socket"));
  Cell cell;
  cell.arch = arch();
  cell.libc = "musl";
  cell.src = "/src/sub";
  Made m = make(
      "// expect-refused: syscall %{nr:socket} (socket)\n// test-args: %{libc} '%{src}/a'\n"
      "// expect-stdout: 100%% %{arch}\n",
      cell);
  ASSERT_EQ(m.codes, "");
  EXPECT_EQ(report(m.specs[0]), V{"refused: syscall " + nr + " (socket)"});
  EXPECT_EQ(m.specs[0].args, (V{"musl", "/src/sub/a"}));
  EXPECT_EQ(m.specs[0].expect.out.items[0].text, "100% " + std::string(arch()));
  EXPECT_EQ(make("// expect-refused: syscall %{nr:sockte} (socket)\n", cell).codes.substr(0, 3),
            "E07");
}

TEST(Resolve, Reproducers) {
  std::string base = "sbx-expect: 1\ntarget: yaml\ninput: input\nkey: 0123456789ab\nruns: 10\n";
  Made m = make("", Cell{}, base + "state: open\n");
  ASSERT_EQ(m.codes, "");
  EXPECT_EQ(m.specs[0].kind, TestKind::reproducer);
  EXPECT_EQ(m.specs[0].reproducer.input, "d/input");
  EXPECT_TRUE(m.specs[0].reproducer.open);
  EXPECT_EQ(m.specs[0].reproducer.runs, 10u);
  EXPECT_EQ(m.specs[0].expect.exit, std::nullopt);
  m = make("", Cell{}, base + "state: fixed\n");
  EXPECT_EQ(m.specs[0].expect.exit, 0);
  EXPECT_EQ(make("", Cell{}, "sbx-expect: 1\ntarget: yaml\nexpect: {exit: 0}\n").codes, "E15");
}

TEST(Resolve, Programs) {
  auto made = [](std::string yaml) {
    return make("", Cell{}, "sbx-expect: 1\n" + yaml + "expect: {exit: 0}\n").test;
  };
  EXPECT_EQ(made("exec: bin/x\n").kind, TestKind::binary);
  EXPECT_EQ(made("exec: bin/x\n").program, "d/bin/x");
  EXPECT_EQ(made("run: p/\n").kind, TestKind::project);
  EXPECT_EQ(made("run: p\n").kind, TestKind::project);
  EXPECT_EQ(made("run: a.c\n").kind, TestKind::source);
  EXPECT_EQ(made("run: a.c\n").program, "d/a.c");
}

TEST(Unreferenced, FilesNoTestNames) {
  Made m = make("// expect-stdout-file: a.stdout\n// test-stdin-file: in.stdin\n");
  std::vector<Diagnostic> dead = unreferenced(
      "d", {"t.c", "a.stdout", "in.stdin", "b.stdout", "c.expect", "defaults.expect", "notes.txt"},
      {m.test});
  ASSERT_EQ(dead.size(), 2u);
  EXPECT_EQ(dead[0].at.file, "d/b.stdout");
  EXPECT_EQ(dead[1].at.file, "d/c.expect");
  EXPECT_EQ(dead[1].code, Code::e12_unreferenced);
}

}  // namespace
}  // namespace sbx::expect
