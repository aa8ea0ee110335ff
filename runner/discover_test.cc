#include "runner/discover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/test_folder.h"

namespace sbx::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kTest = "// expect-exit: 0\nint main(void) { return 0; }\n";

std::vector<std::string> ids(const Discovery& discovery) {
  std::vector<std::string> out;
  for (const Found& found : discovery.tests) {
    out.push_back(found.file.id);
  }
  return out;
}

std::vector<std::string> codes(const Discovery& discovery) {
  std::vector<std::string> out;
  for (const expect::Diagnostic& diagnostic : discovery.diagnostics) {
    out.push_back(expect::code_name(diagnostic.code));
  }
  return out;
}

TEST(Discover, SourcesBelowAFolderSorted) {
  const TestFolder folder;
  folder.write("b.c", kTest);
  folder.write("a/z.cc", kTest);
  folder.write("a/helper.h", "int x;\n");
  folder.write("a/notes.md", "prose\n");
  folder.write(".hidden/c.c", kTest);
  const Discovery discovery = discover({folder.path()}, "");
  EXPECT_THAT(ids(discovery), ElementsAre("a/z", "b"));
  EXPECT_THAT(codes(discovery), IsEmpty());
}

TEST(Discover, TheSuffixStaysWhereTwoWouldShareAnId) {
  const TestFolder folder;
  folder.write("a.c", kTest);
  folder.write("a.cc", kTest);
  folder.write("b.c", kTest);
  EXPECT_THAT(ids(discover({folder.path()}, "")), ElementsAre("a.c", "a.cc", "b"));
  EXPECT_THAT(ids(discover({folder.at("a.cc")}, "")), ElementsAre("a.cc"));
}

TEST(Discover, FilesFoldersAndABase) {
  const TestFolder folder;
  folder.write("one/a.c", kTest);
  folder.write("one/b.c", kTest);
  folder.write("two/a.c", kTest);
  EXPECT_THAT(ids(discover({folder.at("one/b.c")}, "")), ElementsAre("b"));
  EXPECT_THAT(ids(discover({folder.at("one/b.c")}, folder.path())), ElementsAre("one/b"));
  EXPECT_THAT(ids(discover({folder.at("two"), folder.at("one/a.c")}, "")),
              ElementsAre("one/a", "two/a"));
  EXPECT_THAT(ids(discover({folder.path(), folder.at("one")}, "")),
              ElementsAre("one/a", "one/b", "two/a"));
  EXPECT_THAT(discover({folder.at("one")}, folder.at("two")).missing.at(0),
              HasSubstr("not below --base"));
}

TEST(Discover, WhatIsMissingIsSaid) {
  const TestFolder folder;
  const Discovery discovery = discover({folder.at("nope"), folder.at("nope2")}, "");
  EXPECT_EQ(discovery.missing.size(), 2u);
  EXPECT_THAT(discovery.missing.at(0), HasSubstr("no such file or folder"));
}

TEST(Discover, IgnoredUnlessNamed) {
  const TestFolder folder;
  folder.write("a.c", kTest);
  folder.write("bad/.sbx-ignore", "");
  folder.write("bad/b.c", kTest);
  EXPECT_THAT(ids(discover({folder.path()}, "")), ElementsAre("a"));
  EXPECT_THAT(ids(discover({folder.at("bad")}, "")), ElementsAre("b"));
}

TEST(Discover, ATestWithoutAPromiseIsAnErrorAndAHeaderFileIsNone) {
  const TestFolder folder;
  folder.write("a.c", "int main(void) { return 0; }\n");
  folder.write("gen.py", "print(1)\n");
  EXPECT_THAT(codes(discover({folder.path()}, "")), ElementsAre("E14"));
}

TEST(Discover, EveryErrorIsCollected) {
  const TestFolder folder;
  folder.write("a.c", "// expect-exot: 0\nint main(void) { return 0; }\n");
  folder.write("b.c", "// expect-exit: 0\n// test-opts[musl]: --mmem 3\n");
  EXPECT_THAT(codes(discover({folder.path()}, "")), ElementsAre("E01", "E15"));
}

TEST(Discover, AProjectIsOneTest) {
  const TestFolder folder;
  folder.write("p/sbx.yaml", "run: [/out/prog]\n");
  folder.write("p/main.c", "int main(void) { return 0; }\n");
  EXPECT_THAT(codes(discover({folder.path()}, "")), ElementsAre("E14"));
  folder.write("p.expect", "sbx-expect: 1\nexpect:\n  exit: 0\n");
  const Discovery discovery = discover({folder.path()}, "");
  EXPECT_THAT(codes(discovery), IsEmpty());
  ASSERT_THAT(ids(discovery), ElementsAre("p"));
  EXPECT_EQ(discovery.tests[0].file.kind, expect::TestKind::project);
  EXPECT_EQ(discovery.tests[0].file.program, folder.at("p"));
  EXPECT_THAT(ids(discover({folder.at("p")}, "")), ElementsAre("p"));
}

TEST(Discover, YamlBesideASourceAndForABinary) {
  const TestFolder folder;
  folder.write("s.c", "int main(void) { return 0; }\n");
  folder.write("s.expect", "sbx-expect: 1\nexpect: {exit: 0}\n");
  folder.write("x.expect", "sbx-expect: 1\nexec: bin/x\nexpect: {exit: 0}\n");
  const Discovery discovery = discover({folder.path()}, "");
  EXPECT_THAT(codes(discovery), IsEmpty());
  ASSERT_THAT(ids(discovery), ElementsAre("s", "x"));
  EXPECT_EQ(discovery.tests[0].file.kind, expect::TestKind::source);
  EXPECT_EQ(discovery.tests[1].file.kind, expect::TestKind::binary);
  EXPECT_EQ(discovery.tests[1].file.program, folder.at("bin/x"));
}

TEST(Discover, YamlThatBelongsToNothing) {
  const TestFolder folder;
  folder.write("gone.expect", "sbx-expect: 1\nexpect: {exit: 0}\n");
  folder.write("also.expect", "sbx-expect: 1\nrun: nowhere.c\nexpect: {exit: 0}\n");
  const Discovery discovery = discover({folder.path()}, "");
  EXPECT_THAT(discovery.tests, IsEmpty());
  EXPECT_THAT(codes(discovery), testing::Each("E12"));
}

TEST(Discover, DefaultsHoldBelowAndAlsoWhenAPathBelowIsNamed) {
  const TestFolder folder;
  folder.write(".git/HEAD", "");
  folder.write("defaults.expect",
               "sbx-expect: 1\nexpect: {exit: 0}\ntags: [foreign]\n"
               "exclude:\n  - {path: sub/broken.c, reason: \"needs a network\"}\n");
  folder.write("sub/a.c", "int main(void) { return 0; }\n");
  folder.write("sub/broken.c", "int main(void) { return 1; }\n");
  for (const std::string& path : {folder.path(), folder.at("sub")}) {
    const Discovery discovery = discover({path}, folder.path());
    EXPECT_THAT(codes(discovery), IsEmpty());
    ASSERT_THAT(ids(discovery), ElementsAre("sub/a", "sub/broken"));
    EXPECT_EQ(discovery.tests[0].excluded, "");
    EXPECT_EQ(discovery.tests[1].excluded, "needs a network");
  }
}

TEST(Discover, AnExcludeThatNamesNothing) {
  const TestFolder folder;
  folder.write("defaults.expect",
               "sbx-expect: 1\nexpect: {exit: 0}\n"
               "exclude:\n  - {path: gone.c, reason: \"it was slow\"}\n");
  folder.write("a.c", "int main(void) { return 0; }\n");
  EXPECT_THAT(codes(discover({folder.path()}, "")), ElementsAre("E12"));
}

TEST(Discover, ExcludedByGlob) {
  const TestFolder folder;
  folder.write("d*/defaults.expect",
               "sbx-expect: 1\nexpect: {exit: 0}\nexclude:\n"
               "  - {path: \"*.c\", reason: wide}\n  - {path: a.c, reason: narrow}\n"
               "  - {path: \"su?\", reason: a folder}\n  - {path: \"[x].c\", reason: by name}\n"
               "  - {path: deep/b.c/, reason: with a slash}\n");
  for (const char* name : {"a.c", "[x].c", "x.c", "b.cc", "sub/c.c", "deep/a.c", "deep/b.c"}) {
    folder.write("d*/" + std::string(name), "int main(void) { return 0; }\n");
  }
  folder.write("d*/a.expect", "sbx-expect: 1\nexpect: {exit: 1}\n");  // of a test that is excluded
  folder.write("d*/a.stdout", "");
  const Discovery discovery = discover({folder.at("d*")}, "");
  EXPECT_THAT(codes(discovery), IsEmpty());
  std::vector<std::string> reasons;
  for (const Found& found : discovery.tests) {
    reasons.push_back(found.file.id + ": " + found.excluded);
  }
  EXPECT_THAT(reasons, ElementsAre("[x]: wide", "a: wide", "b: ", "deep/a: ",
                                   "deep/b: with a slash", "sub: a folder", "x: wide"));
}

}  // namespace
}  // namespace sbx::runner
