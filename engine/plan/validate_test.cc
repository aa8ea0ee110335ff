// Every field of a request that no box can be is named, at both ends of its range.
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>

#include "plan/plan.h"

namespace sbx::plan {
namespace {

using Change = std::function<void(Request&)>;

Request good() {
  Request r;
  Mount src;
  src.host = "/tmp";
  src.inside = "/src";
  r.tree = {src};
  Step step;
  step.argv = {"/src/a"};
  r.steps = {step};
  return r;
}

Mount mount(const std::string& inside, How how = How::read_only) {
  Mount m;
  m.host = "/tmp";
  m.inside = inside;
  m.how = how;
  return m;
}

// The field that is wrong; empty: none.
std::string wrong(const Change& change) {
  Request r = good();
  change(r);
  auto error = validate(r);
  EXPECT_TRUE(!error || !error->message.empty());
  EXPECT_TRUE(!error || error->message.back() != '.');
  return error ? error->field : "";
}

TEST(Validate, TheSmallestRequestIsFine) {
  EXPECT_EQ(wrong([](Request&) {}), "");
}

TEST(Validate, Trees) {
  EXPECT_EQ(wrong([](Request& r) { r.tree.clear(); }), "tree");
  EXPECT_EQ(wrong([](Request& r) { r.tree[0].inside = "/other"; }), "tree");
  EXPECT_EQ(wrong([](Request& r) { r.tree[0].host = ""; }), "tree[0].host");
  EXPECT_EQ(wrong([](Request& r) { r.tree[0].host = std::string("a\0b", 3); }), "tree[0].host");
  for (const char* inside : {"",           "ro",       "/ro/",
                             "/ro//x",     "/ro/./x",  "/ro/../x",
                             "/ro/.",      "/ro/..",   "/.",
                             "/..",        "//",       "/",
                             "/lib",       "/usr",     "/usr/lib",
                             "/usr/lib/x", "/lib64/x", "/tmp",
                             "/tmp/x",     "/out",     "/out/x",
                             "/etc",       "/proc",    "/proc/x",
                             "/dev",       "/dev/kvm", "/etc/ld.so.cache",
                             "/src",       "/src/x"}) {
    EXPECT_EQ(wrong([&](Request& r) { r.tree.push_back(mount(inside)); }), "tree[1].inside")
        << inside;
  }
  const std::string nul("/ro\0x", 5), huge = "/" + std::string(4096, 'x');
  EXPECT_EQ(wrong([&](Request& r) { r.tree.push_back(mount(nul)); }), "tree[1].inside");
  EXPECT_EQ(wrong([&](Request& r) { r.tree.push_back(mount(huge)); }), "tree[1].inside");
  for (const char* inside : {"/ro0", "/srcs", "/usr/include", "/usr/bin", "/etc/x", "/a/b/c",
                             "/..x", "/x..", "/dev/null", "/library"}) {
    EXPECT_EQ(wrong([&](Request& r) { r.tree.push_back(mount(inside)); }), "") << inside;
  }
}

TEST(Validate, MountsThatOverlapAreNamed) {
  for (const char* second : {"/a", "/a/b", "/a/b/c", "/a/b/c/d"}) {
    const std::string field = wrong([&](Request& r) {
      r.tree.push_back(mount("/a/b"));
      r.tree.push_back(mount(second));
    });
    EXPECT_EQ(field, "tree[2].inside") << second;
  }
  EXPECT_EQ(wrong([](Request& r) {
              r.tree.push_back(mount("/a/b"));
              r.tree.push_back(mount("/a/bc"));
            }),
            "");
}

TEST(Validate, AnOverlayIsForTheTreeAlone) {
  EXPECT_EQ(wrong([](Request& r) { r.tree.push_back(mount("/ro0", How::overlay)); }),
            "tree[1].how");
  EXPECT_EQ(wrong([](Request& r) { r.tree[0].how = How::overlay; }), "");
  EXPECT_EQ(wrong([](Request& r) { r.tree.push_back(mount("/rw0", How::read_write)); }), "");
}

TEST(Validate, Steps) {
  EXPECT_EQ(wrong([](Request& r) { r.steps.clear(); }), "steps");
  EXPECT_EQ(wrong([](Request& r) { r.steps.resize(17, r.steps[0]); }), "steps");
  EXPECT_EQ(wrong([](Request& r) { r.steps.resize(16, r.steps[0]); }), "");
  EXPECT_EQ(wrong([](Request& r) { r.steps[0].argv.clear(); }), "steps[0].argv");
  for (const std::string& program :
       {std::string(), std::string("a"), std::string("./a"), std::string("/"),
        std::string("/src/../a"), std::string("/src/a/"), std::string("/src/a\0", 7)}) {
    EXPECT_EQ(wrong([&](Request& r) { r.steps[0].argv[0] = program; }), "steps[0].argv") << program;
  }
  EXPECT_EQ(wrong([](Request& r) { r.steps[0].argv.emplace_back("x\0", 2); }), "steps[0].argv");
  EXPECT_EQ(wrong([](Request& r) { r.steps[0].argv.insert(r.steps[0].argv.end(), 3, ""); }), "");
  for (const char* cwd : {"", "src", "/src/", "/src/.."}) {
    EXPECT_EQ(wrong([&](Request& r) { r.steps[0].cwd = cwd; }), "steps[0].cwd") << cwd;
  }
  EXPECT_EQ(wrong([](Request& r) { r.steps[0].cwd = "/"; }), "");
  for (const std::string& env :
       {std::string(), std::string("A"), std::string("=1"), std::string("A=\0", 3)}) {
    EXPECT_EQ(wrong([&](Request& r) { r.steps[0].env = {"OK=1", env}; }), "steps[0].env") << env;
  }
  EXPECT_EQ(wrong([](Request& r) { r.steps[0].env = {"A=", "A==", "B=\n"}; }), "");
  for (const char* label : {"Compile", "1", "a b", "a_b", "killed", "refused", "cannot", "note",
                            "a:", "-a", "exit 0"}) {
    EXPECT_EQ(wrong([&](Request& r) { r.steps[0].label = label; }), "steps[0].label") << label;
  }
  for (const char* label : {"compile", "a", "a-1", "exit", "killed-"}) {
    EXPECT_EQ(wrong([&](Request& r) { r.steps[0].label = label; }), "") << label;
  }
  EXPECT_EQ(wrong([](Request& r) {
              r.steps.push_back(r.steps[0]);
              r.steps[1].argv.clear();
            }),
            "steps[1].argv");
}

TEST(Validate, LimitsAtBothEnds) {
  struct {
    const char* name;
    std::function<void(Limits&, long long)> set;
    long long low, high;
  } const rows[] = {
      {"cpu", [](Limits& l, long long v) { l.cpu = std::chrono::seconds(v); }, 1, 86400},
      {"wall", [](Limits& l, long long v) { l.wall = std::chrono::seconds(v); }, 1, 86400},
      {"memory",
       [](Limits& l, long long v) { l.memory = mebibytes(static_cast<std::uint64_t>(v)); }, 1,
       1 << 20},
      {"output",
       [](Limits& l, long long v) { l.output = mebibytes(static_cast<std::uint64_t>(v)); }, 1,
       1 << 20},
      {"processes", [](Limits& l, long long v) { l.processes = static_cast<unsigned>(v); }, 0,
       4096},
      {"threads", [](Limits& l, long long v) { l.threads = static_cast<unsigned>(v); }, 0, 4096},
      {"execs", [](Limits& l, long long v) { l.execs = static_cast<unsigned>(v); }, 1, 100000},
  };
  for (const auto& row : rows) {
    for (bool of_step : {false, true}) {
      auto at = [&](long long v) {
        return wrong([&](Request& r) {
          Limits l;
          row.set(l, v);
          (of_step ? r.steps[0].limits.emplace() : r.limits) = l;
        });
      };
      const std::string field = (of_step ? "steps[0].limits." : "limits.") + std::string(row.name);
      EXPECT_EQ(at(row.low), "") << field;
      EXPECT_EQ(at(row.high), "") << field;
      EXPECT_EQ(at(row.low - 1), field);
      EXPECT_EQ(at(row.high + 1), field);
    }
  }
}

TEST(Validate, MemoryAndOutputAreNotRoundedDownIntoTheirRange) {
  EXPECT_EQ(wrong([](Request& r) { r.limits.memory = Bytes{(1u << 20) - 1}; }), "limits.memory");
  EXPECT_EQ(wrong([](Request& r) { r.limits.output = Bytes{(1ull << 40) + 1}; }), "limits.output");
}

TEST(AbsolutePaths, ARelativeHostPathIsOfThisProcesssFolder) {
  Request r = good();
  r.tree.push_back(mount("/ro0"));
  r.tree.back().host = "some/folder";
  char cwd[4096];
  ASSERT_NE(::getcwd(cwd, sizeof cwd), nullptr);
  const Request absolute = with_absolute_paths(r);
  EXPECT_EQ(absolute.tree[0].host, "/tmp");
  EXPECT_EQ(absolute.tree[1].host, std::string(cwd) + "/some/folder");
}

}  // namespace
}  // namespace sbx::plan
