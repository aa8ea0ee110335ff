#include "fuzz/symbols.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "fuzz/files.h"
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

TEST(Symbols, AreThoseOfWhatIsShownAndCanBeExecuted) {
  char name[] = "/tmp/sbx-symbols-test-XXXXXX";
  const std::string folder = ::mkdtemp(name);
  for (const char* file : {"/t", "/lib.so", "/data"}) {
    ASSERT_TRUE(write_file(folder + file, "x"));
  }
  ASSERT_EQ(::chmod((folder + "/t").c_str(), 0755), 0);
  ASSERT_EQ(::chmod((folder + "/lib.so").c_str(), 0755), 0);
  Target target;
  target.path = folder + "/t";
  target.shown = {{.host = folder, .inside = "/ro0"},
                  {.host = folder + "/lib.so", .inside = "/l.so"}};
  const std::vector<Module> modules = modules_of(target);
  EXPECT_EQ(host_file(modules, "/src/t"), folder + "/t");
  EXPECT_EQ(host_file(modules, "/src/lib.so"), folder + "/lib.so");
  EXPECT_EQ(host_file(modules, "/ro0/lib.so"), folder + "/lib.so");
  EXPECT_EQ(host_file(modules, "/l.so"), folder + "/lib.so");
  for (const char* none :
       {"", "/", "/src", "/src/", "/src/data", "/src/missing", "/srct", "/ro0x/t", "/src/../t",
        "/src/x/..", "/lib/x86_64-linux-gnu/libc.so.6", "/l.so/x"}) {
    EXPECT_EQ(host_file(modules, none), "") << none;
  }
  std::filesystem::remove_all(folder);
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
