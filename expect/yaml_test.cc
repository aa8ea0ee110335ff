#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <random>

#include "expect/entry.h"
#include "expect/expectation.h"
#include "expect/parsed_test.h"
#include "expect/strict_yaml.h"
#include "expect/text.h"

namespace sbx::expect {
namespace {

std::string error_of(std::string_view text) {
  YamlFile file = read_yaml("f.yaml", text);
  return file.diagnostics.empty() ? "" : file.diagnostics[0].message;
}

TEST(StrictYaml, ReadsMapsListsAndText) {
  YamlFile file =
      read_yaml("f.yaml", "a: 010\nb: [x, \"y\", 'z']\nc:\n  d: |\n    one\n\n    two\n");
  ASSERT_TRUE(file.diagnostics.empty()) << render(file.diagnostics);
  YamlReader in(&file);
  EXPECT_EQ(in.text(*in.find(file.root, "a")), "010");
  EXPECT_EQ(in.words(*in.find(file.root, "b")), (std::vector<std::string>{"x", "y", "z"}));
  const YamlNode* d = in.find(*in.find(file.root, "c"), "d");
  EXPECT_EQ(d->text, "one\n\ntwo\n");
  EXPECT_TRUE(d->literal);
  EXPECT_EQ(d->line, 4);
  EXPECT_EQ(in.find(file.root, "nothing"), nullptr);
}

TEST(StrictYaml, RefusesWhatYamlCppLetsPass) {
  EXPECT_NE(error_of("a: 1\nb: 2\na: 3\n"), "");
  EXPECT_NE(error_of("a: {b: 1, b: 1}\n"), "");
  EXPECT_NE(error_of("a: &x 1\nb: *x\n"), "");
  EXPECT_NE(error_of("a: &x {b: 1}\n"), "");
  EXPECT_NE(error_of("b: *x\n"), "");
  EXPECT_NE(error_of("a: !!str 1\n"), "");
  EXPECT_NE(error_of("a: !mine [1]\n"), "");
  EXPECT_NE(error_of("a: ! 1\n"), "");
  EXPECT_NE(error_of("<<: {a: 1}\n"), "");
  EXPECT_NE(error_of("a: 1\n---\nb: 1\n"), "");
  EXPECT_NE(error_of("a: 1\n...\nb: 1\n"), "");
  EXPECT_NE(error_of("a: 1\n---\n"), "");
  EXPECT_NE(error_of("{a: 1},\n"), "");
  EXPECT_NE(error_of("? [a]\n: 1\n"), "");
  EXPECT_NE(error_of("? {a: 1}\n: 1\n"), "");
  EXPECT_NE(error_of("~: 1\n"), "");
  EXPECT_NE(error_of(": 1\n"), "");
  EXPECT_NE(error_of("a: \"x\n"), "");
  EXPECT_NE(error_of("a: 'x\n"), "");
  EXPECT_NE(error_of("a: [1\n"), "");
  EXPECT_NE(error_of("a: b: c\n"), "");
  EXPECT_NE(error_of(""), "");
  EXPECT_NE(error_of("# nothing\n"), "");
  EXPECT_NE(error_of(","), "");
  EXPECT_NE(error_of("just text\n"), "");
  EXPECT_NE(error_of("- a\n"), "");
}

TEST(StrictYaml, RefusesOddBytesWithTheirPlace) {
  YamlFile file = read_yaml("f.yaml", "a: 1\nb: x\xffy\n");
  ASSERT_EQ(file.diagnostics.size(), 1u);
  EXPECT_EQ(to_string(file.diagnostics[0].at), "f.yaml:2:5");
  EXPECT_NE(error_of(std::string_view("a: 1\0\n", 6)), "");
  EXPECT_NE(error_of("a: 1\x04\nb: 2\n"), "");  // the end of the file to yaml-cpp
  EXPECT_NE(error_of("a: 1\rb: 2\n"), "");
  EXPECT_NE(error_of("---\n\xef\xbb\xbf"
                     "a: 1\n"),
            "");
  EXPECT_NE(error_of("a: \xed\xa0\x80\n"), "");
  EXPECT_EQ(error_of("\xef\xbb\xbf"
                     "a: \xc3\xa4\r\nb: 1\r\n"),
            "");
}

TEST(StrictYaml, LimitsBytesDepthAndValues) {
  EXPECT_NE(error_of("a: \"" + std::string(kMaxYamlBytes, 'x') + "\"\n"), "");
  EXPECT_EQ(error_of("a: [[[[[[[1]]]]]]]\n"), "");
  EXPECT_EQ(error_of("a: [[[[[[[[1]]]]]]]]\n"), "more than 8 levels");
  std::string many = "a: [";
  for (std::size_t i = 0; i < kMaxYamlValues; ++i) {
    many += "x,";
  }
  EXPECT_EQ(error_of(many + "]\n"), "more than 50000 values");
}

TEST(StrictYaml, HostileFilesEndSoon) {
  for (std::string_view unit :
       {"[",    "{",         "- ",  "a: ", ",",   "[,",  "\"",   "'",     "? ", "a: b\n",
        "{a: ", "- - - a\n", "*a ", "&a ", "!a ", "|\n", "%a\n", "---\n", "\n", "#"}) {
    std::string text;
    while (text.size() + unit.size() <= kMaxYamlBytes / 8) {
      text += unit;
    }
    std::clock_t start = std::clock();  // of the processor: a busy host does not count
    EXPECT_FALSE(read_yaml("f.yaml", text).diagnostics.empty()) << unit;
    EXPECT_LT(std::clock() - start, 10 * CLOCKS_PER_SEC) << unit;
  }
}

TEST(StrictYaml, NumbersAndFlagsAreReadFromTheirText) {
  YamlFile file = read_yaml(
      "f.yaml", "a: 10\nb: 010\nc: 0x2a\nd: \"10\"\ne: yes\nf: true\ng: -3\nh: 1_0\ni:\nj: 0\n");
  YamlReader in(&file);
  auto number = [&](const char* key) { return in.integer(*in.find(file.root, key), -5, 100); };
  EXPECT_EQ(number("a"), 10);
  EXPECT_EQ(number("g"), -3);
  EXPECT_EQ(number("j"), 0);
  for (const char* bad : {"b", "c", "d", "e", "h", "i"}) {
    EXPECT_EQ(number(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(in.integer(*in.find(file.root, "a"), 0, 9), std::nullopt);
  EXPECT_EQ(in.boolean(*in.find(file.root, "f")), true);
  EXPECT_EQ(in.boolean(*in.find(file.root, "e")), std::nullopt);
  EXPECT_EQ(file.diagnostics.size(), 8u);
}

TEST(StrictYaml, UnknownKeysGetASuggestion) {
  YamlFile file = read_yaml("f.yaml", "biuld: [x]\n");
  YamlReader in(&file);
  in.only_keys(file.root, {"build", "run"});
  ASSERT_EQ(file.diagnostics.size(), 1u);
  EXPECT_EQ(file.diagnostics[0].suggestion, "did you mean 'build'?");
  EXPECT_EQ(file.diagnostics[0].code, Code::e01_unknown);
}

// ---- .expect --------------------------------------------------------------------------------

std::vector<std::string> entries(std::string_view text) {
  Parsed p = load_yaml("t.expect", "sbx-expect: 1\n" + std::string(text));
  EXPECT_EQ(render(p.diagnostics), "");
  std::vector<std::string> out;
  for (const Entry& e : *p.entries) {
    out.push_back(written_name(e) + "=" + e.value);
  }
  return out;
}

TEST(Expect, TheExampleOfTheSpecification) {
  Parsed p = load_yaml("t.expect", R"(sbx-expect: 1
run: linkbomb/
tags: [isolation, compile-step]
needs: [userns, "landlock>=4"]
skip:  [{when: musl, reason: "needs a dynamic loader"}]
opts: [--mem, "256"]
env: {LC_ALL: C}
stdin: "text"
timeout: 5s
compile: {exit: any}
expect:
  exit: 125
  stdout: ""
  report: |
    compile: refused: process limit (16)
when:
  "x86_64,musl": {stdout: "musl says so\n"}
revisions:
  threads: {opts: [--allow=threads], expect: {report: "refused: process limit (64)\n"}}
)");
  EXPECT_EQ(render(p.diagnostics), "");
  EXPECT_EQ(p.run, "linkbomb/");
  Parts parts;
  parts.yaml = &p;
  TestFile test = make_test("t", "t.expect", parts);
  ASSERT_EQ(render(test.diagnostics), "");
  EXPECT_EQ(test.kind, TestKind::project);
  EXPECT_EQ(test.program, "linkbomb/");
  Cell cell;
  cell.features = {{"userns", 1}};
  cell.reasons = {{"landlock", "absent"}};
  std::vector<Diagnostic> more;
  std::vector<TestSpec> specs = resolve(test, cell, &more);
  ASSERT_EQ(specs.size(), 2u);
  EXPECT_EQ(specs[0].id, "t#default");
  EXPECT_EQ(specs[0].opts, (V{"--mem", "256"}));
  EXPECT_EQ(specs[0].stdin_text, "text");
  EXPECT_EQ(specs[0].timeout, std::chrono::milliseconds(5000));
  EXPECT_EQ(specs[0].skip, "needs landlock>=4: absent");
  EXPECT_EQ(specs[0].env[0].first, "LC_ALL");
  EXPECT_EQ(specs[0].expect.exit, 125);
  EXPECT_EQ(specs[0].expect.report.lines[0].text, "compile: refused: process limit (16)");
  EXPECT_EQ(specs[0].expect.report.lines[0].at.line, 15);
  EXPECT_EQ(specs[0].expect.out.form, StreamExpectation::Form::lines);
  EXPECT_TRUE(specs[0].expect.out.items.empty());
  EXPECT_EQ(specs[1].opts, V{"--allow=threads"});
  EXPECT_EQ(specs[1].expect.report.lines[0].text, "refused: process limit (64)");
  cell.libc = "musl";
  specs = resolve(test, cell, &more);
  EXPECT_EQ(specs[0].expect.out.items[0].text, "musl says so");
  EXPECT_EQ(specs[0].skip, "needs a dynamic loader; needs landlock>=4: absent");
  EXPECT_TRUE(more.empty());
}

TEST(Expect, OutputsBecomeLines) {
  EXPECT_EQ(entries("expect: {stdout: \"\"}\n"), V{"expect.stdout="});
  EXPECT_EQ(entries("expect: {stdout: \"a\\nb\\n\"}\n"), (V{"expect.stdout=a", "expect.stdout=b"}));
  EXPECT_EQ(entries("expect:\n  stdout: |\n    a\n\n    b\n"),
            (V{"expect.stdout=a", "expect.stdout=", "expect.stdout=b"}));
  EXPECT_EQ(entries("expect: {stdout: \"\\n\"}\n"), V{"expect.stdout-match="});
  EXPECT_EQ(entries("expect: {stdout: 010}\n"), V{"expect-stdout-noeol=010"});
  EXPECT_EQ(entries("expect:\n  stderr-match: [\"a{{.*}}\", {any: true}, {exact: x}]\n"),
            (V{"expect.stderr-match=a{{.*}}", "expect-stderr-any=", "expect.stderr=x"}));
}

TEST(Expect, OtherKeys) {
  EXPECT_EQ(entries("serial: true\ntoolchain: gcc\nargs: []\nexpect: {writes: none}\n"),
            (V{"serial=", "toolchain=gcc", "args=", "expect.writes=none"}));
  EXPECT_EQ(entries("expect: {writes: [a, b/c]}\nxfail: \"later\"\n"),
            (V{"expect.writes=a", "expect.writes=b/c", "xfail=later"}));
  EXPECT_EQ(entries("compile: {result: fail, stderr-match: [\"{{.*}}error{{.*}}\"], exit: 1}\n"),
            (V{"compile=fail", "compile.stderr-match={{.*}}error{{.*}}", "compile.exit=1"}));
  EXPECT_EQ(entries("target: yaml\ninput: input\nstate: open\nkey: 0123456789ab\nruns: 3\n").size(),
            5u);
  EXPECT_EQ(entries("when: {root: {compile: fail}}\n"), V{"compile[root]=fail"});
}

std::string code(std::string_view text) {
  Parsed p = load_yaml("t.expect", "sbx-expect: 1\n" + std::string(text));
  return p.diagnostics.empty() ? "" : code_name(p.diagnostics[0].code);
}

TEST(Expect, RefusesWrongTypes) {
  for (const char* bad : {"opts: --mem\n",
                          "opts: [[a]]\n",
                          "opts: {a: b}\n",
                          "env: [A=B]\n",
                          "env: {\"A=B\": c}\n",
                          "env: {A: }\n",
                          "timeout: 5\n",
                          "timeout: [5s]\n",
                          "tags: slow\n",
                          "needs: userns\n",
                          "serial: yes\n",
                          "serial: \"true\"\n",
                          "stdin: [a]\n",
                          "stdin: \"\\xff\"\n",
                          "expect: 0\n",
                          "expect: {exit: \"0\"}\n",
                          "expect: {exit: 1.0}\n",
                          "expect: {exit: [0]}\n",
                          "expect: {stdout: [a]}\n",
                          "expect: {stdout: \"a\\xffb\"}\n",
                          "expect: {stdout-match: a}\n",
                          "expect: {stdout-match: [\"a\\nb\"]}\n",
                          "expect: {stdout-match: [{any: true, exact: b}]}\n",
                          "expect: {report: [exit 0]}\n",
                          "expect: {report: {refused: x}}\n",
                          "expect: {report: \"\"}\n",
                          "expect: {stdout-file: a/b}\n",
                          "skip: [musl]\n",
                          "skip: [{when: musl}]\n",
                          "run: \"\"\n",
                          "run: [a]\n",
                          "when: [musl]\n",
                          "when: {musl: 1}\n",
                          "revisions: [a]\n",
                          "state: closed\n",
                          "key: XYZ\n",
                          "runs: 0\n",
                          "runs: \"1\"\n",
                          "expect: {writes: [/etc]}\n",
                          "compile: maybe\n",
                          "compile: [ok]\n"}) {
    EXPECT_EQ(code(bad), "E15") << bad;
  }
  EXPECT_EQ(code("run: a\nexec: b\n"), "E11");
  EXPECT_EQ(code("when: {mussl: {exit: 0}}\n"), "E07");
  EXPECT_EQ(code("skip: [{when: x, reason: y}]\n"), "E07");
  EXPECT_EQ(code("needs: [usernz]\n"), "E07");
  EXPECT_EQ(code("expect: {stdout: \"%{x}\"}\n"), "E07");
  EXPECT_EQ(code("revisions: {a: {run: x}}\n"), "E05");
  EXPECT_EQ(code("suffixes: [.c]\n"), "E05");
  EXPECT_EQ(code("when: {musl: {opts: []}}\n"), "E01");
  EXPECT_EQ(code("revisions: {\"a b\": {expect: {exit: 0}}}\n"), "E07");
}

TEST(Expect, TheSchemaComesFirst) {
  EXPECT_FALSE(load_yaml("t.expect", "run: a\nsbx-expect: 1\n").diagnostics.empty());
  EXPECT_FALSE(load_yaml("t.expect", "sbx-expect: 2\n").diagnostics.empty());
  EXPECT_FALSE(load_yaml("t.expect", "sbx-expect:\n").diagnostics.empty());
}

TEST(Defaults, ExcludeSuffixesAndWhatHasNoMeaning) {
  Parsed p = load_defaults("d/defaults.expect",
                           "sbx-expect: 1\nexpect: {exit: 0}\ntoolchain: gcc\nsuffixes: [.c]\n"
                           "exclude:\n  - {path: broken.c, reason: not C}\n");
  EXPECT_EQ(render(p.diagnostics), "");
  ASSERT_EQ(p.exclude.size(), 1u);
  EXPECT_EQ(p.exclude[0].path, "broken.c");
  EXPECT_EQ(p.suffixes, V{".c"});
  for (const char* bad : {"run: a\n", "exec: a\n", "revisions: {a: {}}\n", "target: x\n"}) {
    Parsed q = load_defaults("defaults.expect", "sbx-expect: 1\n" + std::string(bad));
    ASSERT_FALSE(q.diagnostics.empty()) << bad;
    EXPECT_EQ(q.diagnostics[0].code, Code::e05_no_meaning_here) << bad;
  }
  for (const char* bad : {"exclude: [a]\n", "exclude: [{path: a}]\n", "suffixes: [c]\n",
                          "exclude: [{path: \"\", reason: x}]\n"}) {
    EXPECT_FALSE(
        load_defaults("defaults.expect", "sbx-expect: 1\n" + std::string(bad)).diagnostics.empty())
        << bad;
  }
}

TEST(Defaults, AToolchainForEachSuffix) {
  Parsed p = load_defaults("defaults.expect",
                           "sbx-expect: 1\ntoolchain: {.c: gcc, .cc: g++}\nexpect: {exit: 0}\n");
  ASSERT_EQ(render(p.diagnostics), "");
  for (const auto& [path, name] :
       {std::pair("a.c", "gcc"), std::pair("a.cc", "g++"), std::pair("a.cpp", "")}) {
    TestFile test = make_test("a", path, {.defaults = {&p}});
    std::vector<Diagnostic> more;
    EXPECT_EQ(resolve(test, Cell{}, &more).at(0).toolchain, name) << path;
  }
  EXPECT_EQ(code("toolchain: {.c: gcc}\n"), "E15");  // one test has one
}

TEST(Defaults, AnExclusionIsPlacedAtItsPath) {
  Parsed p = load_defaults("defaults.expect",
                           "sbx-expect: 1\nexclude:\n  - reason: \"why\"\n    path: \"a*.c\"\n");
  ASSERT_EQ(render(p.diagnostics), "");
  ASSERT_EQ(p.exclude.size(), 1u);
  EXPECT_EQ(to_string(p.exclude[0].at), "defaults.expect:4:11");
  EXPECT_EQ(p.exclude[0].source_line, "    path: \"a*.c\"");
}

TEST(Expect, RandomFilesNeverCrash) {
  const std::string_view pieces[] = {"sbx-expect: 1\n",
                                     "expect:",
                                     "\n",
                                     "  ",
                                     "exit: ",
                                     "0",
                                     "stdout",
                                     ": ",
                                     "|",
                                     ">",
                                     "[",
                                     "]",
                                     "{",
                                     "}",
                                     ",",
                                     "- ",
                                     "\"",
                                     "'",
                                     "a",
                                     "when:",
                                     "musl",
                                     "revisions:",
                                     "report",
                                     "refused: execve",
                                     "#",
                                     "&a",
                                     "*a",
                                     "!",
                                     "%",
                                     "---",
                                     "\t",
                                     "\xc3\xa4",
                                     "null",
                                     "~",
                                     "?"};
  std::mt19937 random(23);
  for (int i = 0; i < 5000; ++i) {
    std::string text = i % 2 == 0 ? "sbx-expect: 1\n" : "";
    text += random_text(random, pieces, 40);
    Parsed p = load_yaml("t.expect", text);
    Parts parts;
    parts.yaml = &p;
    expect_tests_or_diagnostics("t.expect", parts);
  }
}

}  // namespace
}  // namespace sbx::expect
