#include "fuzz/reproducer.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "expect/expectation.h"
#include "fuzz/files.h"
#include "fuzz/minimize.h"
#include "fuzz/target_file.h"
#include "fuzz/test_bug.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

TEST(Minimize, KeepsWhatCounts) {
  const auto has = [](const std::string& i) {
    return i.find('a') != std::string::npos && i.find('b') != std::string::npos;
  };
  EXPECT_EQ(minimize("xxxxaxxxxxxxxxxbxxxxx", has, {}), "ab");
  EXPECT_EQ(minimize("ab", has, {}), "ab");
  EXPECT_EQ(minimize("anything", [](const std::string&) { return true; }, {}), "");
  EXPECT_EQ(minimize("anything", [](const std::string&) { return false; }, {}), "anything");
  EXPECT_EQ(minimize("", [](const std::string&) { return true; }, {}), "");
  // Both of a pair must go together before either may.
  const auto paired = [](const std::string& i) {
    return std::count(i.begin(), i.end(), '(') == std::count(i.begin(), i.end(), ')') &&
           i.find('x') != std::string::npos;
  };
  EXPECT_EQ(minimize("(x)", paired, {}), "(x)");
  EXPECT_EQ(minimize("()()x()()", paired, {}), "x");
}

TEST(Minimize, EndsWhenPatienceDoes) {
  unsigned tries = 0;
  const std::string large(1000, 'x');
  const std::string less = minimize(large,
                                    [&](const std::string& i) {
                                      ++tries;
                                      return i.size() >= 900;
                                    },
                                    {.tries = 50, .time = std::chrono::hours(1)});
  EXPECT_EQ(tries, 50u);
  EXPECT_LT(less.size(), 1000u);
  EXPECT_EQ(minimize(large, [](const std::string&) { return true; },
                     {.tries = 100, .time = std::chrono::milliseconds(0)}),
            large);
}

TEST(TargetFile, IsReadStrictly) {
  const TargetFile t{"parser", "../../b \"q\"/parser",   "clang++ \\\n x",
                     true,     {"../a, b=/ro0", "c=/c"}, {"A=\"1\""}};
  const auto back = parse_target("target.yaml", render_target(t));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->name, t.name);
  EXPECT_EQ(back->program, t.program);
  EXPECT_EQ(back->build, t.build);
  EXPECT_TRUE(back->leaks);
  EXPECT_EQ(back->ro, t.ro);
  EXPECT_EQ(back->env, t.env);
  for (const char* bad : {"", "name: x\n", "sbx-target: 2\n", "sbx-target: 1\nporgram: x\n",
                          "sbx-target: 1\nleaks: yes\n", "sbx-target: 1\nname: [x]\n", "\x80"}) {
    EXPECT_FALSE(parse_target("target.yaml", bad)) << bad;
  }
  EXPECT_EQ(parse_target("t.yaml", "sbx-target: 1\nporgram: x\n").error().field, "t.yaml:2");
}

TEST(Reproducer, IsATestThatSbxTestReads) {
  BugRecord bug = a_bug();
  const expect::Parsed parsed = expect::load_yaml("d/case.expect", render_case(bug));
  ASSERT_TRUE(parsed.diagnostics.empty()) << expect::render(parsed.diagnostics);
  expect::Parts parts;
  parts.yaml = &parsed;
  const expect::TestFile test = expect::make_test("d/case", "d/case.expect", parts);
  ASSERT_TRUE(test.diagnostics.empty()) << expect::render(test.diagnostics);
  std::vector<expect::Diagnostic> wrong;
  const auto specs = expect::resolve(test, expect::Cell{}, &wrong);
  ASSERT_EQ(specs.size(), 1u);
  EXPECT_EQ(specs[0].kind, expect::TestKind::reproducer);
  EXPECT_EQ(specs[0].reproducer.key, "0123456789ab");
  EXPECT_EQ(specs[0].reproducer.runs, 1u);
  EXPECT_EQ(specs[0].opts, (std::vector<std::string>{"--mem", "64", "--time", "5"}));
  bug.same = 2;
  EXPECT_NE(render_case(bug).find("runs: 50\n"), std::string::npos);
  bug.same = 0;
  EXPECT_NE(render_case(bug).find("runs: 100\n"), std::string::npos);
}

TEST(Reproducer, WhatIsKeptNamesNothingOfTheHost) {
  EXPECT_EQ(scrubbed(a_bug().log),
            "==N== ERROR: libFuzzer: deadly signal\n"
            "    #0 0xN  (/lib/libc.so.6+0x3c04f) (BuildId: 93)\n"
            "    #1 include(char const*) p.cc:7:3\nat 0x000000000008\n");
  EXPECT_EQ(scrubbed("a == b 0x12345678 ==1\n"), "a == b 0x12345678 ==1\n");
  EXPECT_EQ(scrubbed("==1==2== 0x123456789\n#0 0x1 in 0x1 in at0x123456789(b) (/p+0x1)\n"),
            "==N==N== 0xN\n    #0 at0xN(b)\n");
}

class Found : public testing::Test {
 protected:
  Found() {
    char name[] = "/tmp/sbx-found-test-XXXXXX";
    folder_ = ::mkdtemp(name);
  }
  ~Found() override { fs::remove_all(folder_); }
  std::string folder_;
};

TEST_F(Found, FoldersAreWrittenAndRead) {
  const BugRecord bug = a_bug();
  Target shown;
  shown.path = "/bin/cat";
  shown.shown = {{.host = folder_ + "/lib", .inside = "/ro0"}};
  shown.env = {"LD_LIBRARY_PATH=/ro0"};
  ASSERT_FALSE(write_reproducer(folder_, bug, shown));
  const std::string folder = folder_ + "/parser/0123456789ab";
  EXPECT_EQ(read_file(folder + "/input"), bug.input);
  EXPECT_EQ(read_file(folder + "/report.txt"), "sandbox: refused: open /etc/<b>\\n\n");
  EXPECT_EQ(standing_of(folder), Standing::open);
  EXPECT_EQ(standing_of(folder + "x"), Standing::unknown);
  auto target = target_of(folder + "/case.expect", {"--mem", "64", "--time", "5"}, "");
  ASSERT_TRUE(target) << target.error().message;
  EXPECT_EQ(target->path, "/bin/cat");
  EXPECT_EQ(target->memory, 64_MiB);
  EXPECT_EQ(target->timeout, 5u);
  EXPECT_EQ(target->env, shown.env);
  ASSERT_EQ(target->shown.size(), 1u);
  EXPECT_EQ(target->shown[0].host, folder_ + "/lib");
  EXPECT_EQ(target->shown[0].inside, "/ro0");
  EXPECT_EQ(target->shown[0].how, How::read_only);
  for (const char* bad : {"ro: [x]", "ro: [\"=/x\"]", "env: 1"}) {
    ASSERT_TRUE(write_file(folder_ + "/parser/target.yaml",
                           std::string("sbx-target: 1\nprogram: /bin/cat\n") + bad + "\n"));
    EXPECT_FALSE(target_of(folder + "/case.expect", {}, "")) << bad;
  }
  EXPECT_FALSE(target_of(folder + "/case.expect", {}, "/does/not/exist"));
  EXPECT_EQ(recorded_build(folder + "/case.expect"), "");
  EXPECT_EQ(target_of(folder + "/none/case.expect", {}, "").error().message,
            "cannot be read, and no program was given");
  ASSERT_TRUE(write_file(folder + "/case.expect", "sbx-expect: 1\nstate: fixed\n"));
  EXPECT_EQ(standing_of(folder), Standing::fixed);
}

TEST_F(Found, AKnownBugIsAsItsFolderSays) {
  BugRecord first = a_bug();
  first.seen = "2026-01-02";
  first.same = 3;
  first.build_id = "12ab";
  ASSERT_FALSE(write_reproducer(folder_, first, {}));
  const std::string folder = folder_ + "/parser/0123456789ab";
  EXPECT_EQ(recorded_build(folder + "/case.expect"), "12ab");
  BugRecord again = a_bug();
  again.input = "much longer than that";
  again.same = again.runs = 0;
  recall(folder, &again);
  EXPECT_EQ(again.seen, "2026-01-02");
  EXPECT_EQ(again.same, 3u);
  EXPECT_EQ(again.runs, 10u);
  EXPECT_EQ(again.input, first.input);
  again.input = "x";
  recall(folder, &again);
  EXPECT_EQ(again.input, "x");
  for (const char* bad :
       {"", "{", "[]", "{\"first-seen\": 1, \"reproduced\": [], \"build-id\": {}}"}) {
    ASSERT_TRUE(write_file(folder + "/meta.json", bad));
    BugRecord none = a_bug();
    recall(folder, &none);
    EXPECT_EQ(none.seen, "2026-11-30");
    EXPECT_EQ(none.runs, 0u);
    EXPECT_EQ(recorded_build(folder + "/case.expect"), "");
  }
}

TEST_F(Found, WhatLostItsInputSaysSo) {
  Target target;
  target.path = "/bin/cat";
  const Held held = still_holds({folder_ + "/input", true, "0123456789ab", 1, "", ""}, target);
  EXPECT_FALSE(held.good);
  EXPECT_EQ(held.what, folder_ + "/input: cannot be read");
}

}  // namespace
}  // namespace sbx::fuzz
