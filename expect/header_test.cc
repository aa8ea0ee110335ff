#include <gtest/gtest.h>

#include <ctime>
#include <random>

#include "expect/entry.h"
#include "expect/expectation.h"
#include "expect/parsed_test.h"
#include "expect/text.h"

namespace sbx::expect {
namespace {

Parsed header(std::string_view bytes, std::string_view path = "t.c") {
  return load_header(path, bytes);
}

std::vector<std::string> values(const Parsed& p) {
  std::vector<std::string> out;
  for (const Entry& e : *p.entries) {
    out.push_back(std::string(e.what->header) + "=" + e.value);
  }
  return out;
}

TEST(Header, LeadersBySuffix) {
  EXPECT_EQ(leader_of("a/b.c"), "//");
  EXPECT_EQ(leader_of("b.S"), "//");
  EXPECT_EQ(leader_of("b.s"), "#");
  EXPECT_EQ(leader_of("b.py"), "#");
  EXPECT_EQ(leader_of("b.asm"), ";");
  EXPECT_EQ(leader_of("b.lua"), "--");
  for (const char* none : {"b", "b.", ".c", "b.bin", "a.c/b", "b.c py", "b. c "}) {
    EXPECT_EQ(leader_of(none), "") << none;
  }
  EXPECT_EQ(values(header("# expect-exit: 3\n", "a.sh")), V{"expect-exit=3"});
  EXPECT_EQ(values(header("-- expect-exit: 3\n", "a.lua")), V{"expect-exit=3"});
  EXPECT_EQ(values(header("; expect-exit: 3\n", "a.asm")), V{"expect-exit=3"});
}

TEST(Header, ValuesAreVerbatim) {
  Parsed p = header(
      "// expect-stdout:   two  blanks\n// expect-stdout:\n// expect-stdout: \n"
      "// expect-stdout: \xff\x01%% [x]: y\n");
  EXPECT_EQ(codes(p), "");
  EXPECT_EQ(values(p), (V{"expect-stdout=  two  blanks",
                          "expect-stdout=", "expect-stdout=", "expect-stdout=\xff\x01%% [x]: y"}));
  EXPECT_EQ((*p.entries)[0].at.line, 1);
  EXPECT_EQ((*p.entries)[0].at.column, 4);
  EXPECT_EQ((*p.entries)[0].value_column, 19);
}

TEST(Header, ByteOrderMarkHashBangCarriageReturnsAndNoFinalNewline) {
  EXPECT_EQ(values(header("\xef\xbb\xbf// expect-exit: 3\r\n// expect-stdout: a\r\r\n")),
            (V{"expect-exit=3", "expect-stdout=a\r"}));
  EXPECT_EQ(values(header("#!/usr/bin/env run\n// expect-exit: 3")), V{"expect-exit=3"});
  EXPECT_EQ(values(header("#!/bin/sh\n\n# prose\n# expect-exit: 3", "a.sh")), V{"expect-exit=3"});
  EXPECT_EQ(values(header(std::string_view("// expect-stdout: a\0b\n", 22))),
            V{std::string("expect-stdout=a\0b", 17)});
}

TEST(Header, TheBlockEndsAtTheFirstLineOfCode) {
  Parsed p = header(
      "/* a licence\n   of two lines */\n\n// prose: yes\n// expect-exit: 3\n"
      "int x; // test-data\n/* expect nothing */\n");
  EXPECT_EQ(codes(p), "");
  EXPECT_EQ(values(p), V{"expect-exit=3"});
  EXPECT_EQ(codes(header("/* x */ int y;\n// expect-exit: 0\n")), "E08");
  EXPECT_EQ(codes(header("int y;\n\n\n// expect-exit: 0\n// test-args: b\n")), "E08 E08");
  EXPECT_EQ(codes(header("int y;\n// expected by the standard\nint expect-exit;\n")), "");
  EXPECT_EQ(codes(header("int y; // expect-exit: 0\n")), "");  // not at a line's start: code
  EXPECT_EQ(codes(header("int y;\n  // expect-exit: 0\n")), "E08");
  EXPECT_EQ(codes(header("print(1)\n# expect-exit: 0", "a.py")), "E08");
}

TEST(Header, ProseIsNoDirective) {
  for (const char* prose :
       {"// expect the unexpected\n", "// The test-runner is fine\n", "// tests: many\n",
        "// expectation: none\n", "// see expect-exit: 0 in the manual\n", "//\n", "//x\n",
        "// e: f\n", "// http://a/b\n", "/// doc\n", "// a-b: c\n"}) {
    Parsed p = header(prose);
    EXPECT_EQ(codes(p), "") << prose;
    EXPECT_FALSE(p.has_directive) << prose;
  }
}

TEST(Header, NearMissesAreErrors) {
  for (const char* miss :
       {"//expect-exit: 0\n", "//  expect-exit: 0\n", "// Expect-exit: 0\n", "// EXPECT-EXIT: 0\n",
        "// expect_exit\n", "/* expect-exit\n*/", "/// expect-exit: 0\n", "//! expect-exit: 0\n",
        " // expect-exit: 0\n", "\t// expect-exit: 0\n", "// exepct-exit: 0\n",
        "// expct-exit[musl]: 0\n", "// expectexit: 0\n", "// tset-args: 0\n", "# expect-exit: 0\n",
        "// expect-exit:0\n", "// expect-exit:\t0\n", "// expect-Exit: 0\n"}) {
    EXPECT_EQ(codes(header(miss)), "E03") << miss;
  }
  EXPECT_EQ(codes(header("//# expect-exit: 0\n", "a.py")), "E03");
}

TEST(Header, RepeatsAppendOrAreErrors) {
  EXPECT_EQ(codes(header("// expect-stdout: a\n// expect-stdout: a\n// test-tags: x\n"
                         "// test-tags: y\n// test-env: A=1\n// test-env: B=2\n")),
            "");
  EXPECT_EQ(codes(header("// expect-exit: 0\n// expect-exit[musl]: 1\n")), "");
  EXPECT_EQ(codes(header("// test-args: a\n// test-args: b\n")), "E06");
  EXPECT_EQ(codes(header("// expect-exit[musl]: 0\n// expect-exit[musl]: 0\n")), "E06");
  EXPECT_EQ(codes(header("// test-serial:\n// test-serial:\n")), "E06");
}

TEST(Header, ValuesAreChecked) {
  for (const char* bad : {"expect-exit: -1",
                          "expect-exit: 256",
                          "expect-exit: 007",
                          "expect-exit: 0x1",
                          "expect-exit:",
                          "expect-exit: 1 2",
                          "expect-exit: Any",
                          "expect-signal: NOPE",
                          "expect-signal: 11",
                          "expect-stdout-hash: sha256:00 1",
                          "expect-stdout-file: a/b",
                          "expect-stdout-file: ..",
                          "expect-stdout-any: x",
                          "expect-stdout-match: {{(}}",
                          "expect-stdout-match: {{a",
                          "expect-stdout-noeol:",
                          "expect-writes: /etc",
                          "test-args: 'a",
                          "test-timeout: 5",
                          "test-timeout: 0s",
                          "test-timeout: 5m",
                          "test-timeout: 99999999s",
                          "test-env: =x",
                          "test-env: A",
                          "test-tags: a/b",
                          "test-revisions: a a",
                          "test-serial: yes",
                          "test-toolchain: a b",
                          "test-skip[musl]:",
                          "expect-compile: maybe",
                          "expect-compile-exit: -1"}) {
    EXPECT_EQ(codes(header("// " + std::string(bad) + "\n")), "E15") << bad;
  }
  for (const char* good :
       {"expect-exit: any", "expect-exit: 255", "expect-signal: SEGV", "expect-signal: SIGRTMIN+3",
        "test-timeout: 250ms", "test-timeout: 86400s", "expect-stdout-match: {{a{2}}}",
        "expect-stdout-match:", "test-args:", "test-args: ''", "test-tags: a b-c.d",
        "expect-stdout-hash: sha256:"
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 0"}) {
    EXPECT_EQ(codes(header("// " + std::string(good) + "\n")), "") << good;
  }
}

TEST(Header, VariablesAreCheckedOnEveryHost) {
  EXPECT_EQ(codes(header("// expect-stdout: 100% %% %%{x} %{arch} %{nr:socket}\n")), "");
  EXPECT_EQ(codes(header("// expect-stdout: %{arhc}\n")), "E07");
  EXPECT_EQ(codes(header("// expect-stdout: %{\n")), "E07");
  EXPECT_EQ(codes(header("// expect-stdout: %{nr:}\n")), "E07");
}

TEST(Header, ErrorsOfANonsenseFileAreBounded) {
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    text += "// expect-nonsense: " + std::to_string(i) + "\n";
  }
  EXPECT_EQ(header(text).diagnostics.size(), 50u);
}

TEST(Header, HostileHeadersEndSoon) {
  std::clock_t start = std::clock();  // of the processor: a busy host does not count
  auto refused = [](const std::string& text) {
    Parsed p = header(text);
    Parts parts;
    parts.header = &p;
    return !make_test("t", "t.c", parts).diagnostics.empty();
  };
  std::string lines, selectors, thresholds;
  for (int i = 0; i < 30000; ++i) {
    lines += "// expect-stdout: x\n";
  }
  for (int i = 0; i < 3000; ++i) {
    selectors += "// expect-stdout[kernel>=" + std::to_string(i % 9000 + 1) + ",musl]: x\n";
    thresholds += "// expect-stdout[" + std::string(i % 2 == 0 ? "musl" : "root") + "]: x\n";
  }
  EXPECT_FALSE(refused(lines));
  EXPECT_TRUE(refused(selectors));
  EXPECT_TRUE(refused(thresholds));
  EXPECT_LT(std::clock() - start, 20 * CLOCKS_PER_SEC);
}

TEST(Header, RandomBytesNeverCrash) {
  const std::string_view pieces[] = {
      "// ",  "expect-", "test-",  "exit", "stdout",   ": ", ":",  "[",   "]", "musl",
      "\n",   "\r",      "/*",     "*/",   "%{",       "}",  "{{", "}}",  "0", "#!",
      "\xff", "-any",    "-match", "rev:", "kernel>=", " ",  "'",  "args"};
  std::mt19937 random(17);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = random_text(random, pieces, 9);
    Parsed p = header(text);
    Parts parts;
    parts.header = &p;
    expect_tests_or_diagnostics("t.c", parts);
  }
}

}  // namespace
}  // namespace sbx::expect
