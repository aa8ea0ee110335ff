#include "fuzz/symbols.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "fuzz/run_tool.h"

namespace sbx::fuzz {
namespace {

TEST(Symbols, AreReadWithInlinedFunctions) {
  const std::string output =
      "inner(int)\n/p.cc:3:4\nouter(int)\n/p.cc:9:1\n\n??\n??:0:0\n\nlast\nq.c:1:1\n\n";
  const std::vector<Names> all = parse_symbols(output, 3);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0], (Names{{"inner(int)", "/p.cc:3:4"}, {"outer(int)", "/p.cc:9:1"}}));
  EXPECT_EQ(all[1][0].first, "??");
  EXPECT_EQ(all[2][0].first, "last");
  EXPECT_EQ(parse_symbols("", 2).size(), 2u);
  EXPECT_TRUE(parse_symbols("half", 1)[0].empty());
}

TEST(Symbols, NameTheFramesOfOneModuleAndCountOn) {
  if (Symbols::program().empty()) {
    GTEST_FAIL() << "llvm-symbolizer is not here";
  }
  const std::vector<Module> modules = {{"/src/other", "/does/not/exist"}};
  Symbols symbols(modules);
  const std::string log = "x\n    #0 0x1  (/src/t+0x10)\n    #1 0x1  (/src/other+0x10)\n";
  EXPECT_EQ(symbols.name(log), log);
}

TEST(Tool, IsGivenBytesAndHeard) {
  std::string out;
  EXPECT_TRUE(run_tool({"/bin/cat"}, std::string(100'000, 'x'), &out));
  EXPECT_EQ(out.size(), 100'000u);
  EXPECT_FALSE(run_tool({"/bin/false"}, "", &out));
  EXPECT_FALSE(run_tool({"/does/not/exist"}, "", &out));
}

}  // namespace
}  // namespace sbx::fuzz
