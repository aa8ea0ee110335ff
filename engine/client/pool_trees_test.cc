// Boxes that write, or have several steps: the next has a new tree, in the same namespaces.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>

#include "client/cell_test.h"

namespace sbx {
namespace {

using testing::boxed;
using testing::lines;
using testing::pooled;
using testing::seen;
using testing::standing;
using testing::traces;
using testing::victim;

Request steps(const std::vector<Request>& each) {
  Request all = each.front();
  all.steps.clear();
  for (const Request& one : each) {
    all.steps.push_back(one.steps.front());
    all.steps.back().label = "step-" + std::to_string(all.steps.size());
  }
  return all;
}

std::ptrdiff_t descriptors_of(pid_t init) {
  const std::filesystem::directory_iterator all("/proc/" + std::to_string(init) + "/fd");
  return std::distance(begin(all), end(all));
}

// Whether the one cell still is `first`'s; the first box of a pool sets it.
void expect_same_cell(pid_t* first) {
  *first = *first < 0 ? standing() : *first;
  EXPECT_EQ(standing(), *first);
}

// In one cell and in turn, both show what they show alone.
void expect_unseen(const Request& leaves, const Request& finds) {
  const std::string nothing = seen(boxed(finds)), alone = seen(boxed(leaves));
  testing::start_alone();
  {
    Pool pool({}, 1);
    pid_t first = -1;
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(seen(pooled(pool, leaves)), alone);
      expect_same_cell(&first);
      EXPECT_EQ(seen(pooled(pool, finds)), nothing);
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

TEST(Pool, WhatAProgramWritesIsNotForTheNext) {
  testing::start_alone();
  {
    Pool pool({}, 1);
    const std::string nothing = seen(pooled(pool, traces({"find"})));
    pid_t first = -1;
    for (const char* kind :
         {"tmp", "out", "src", "removed", "folder", "mode", "srcmode", "time", "removed_program"}) {
      expect_same_cell(&first);
      EXPECT_EQ(lines(pooled(pool, traces({"leave", kind}))), "exit 0\n") << kind;
      expect_same_cell(&first);
      EXPECT_EQ(seen(pooled(pool, traces({"find"}))), nothing) << kind;
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

// A tmpfs numbers its inodes; these were never in a folder that could show them.
TEST(Pool, WhatLeavesNoNameShowsInNoNumber) {
  const testing::Folder folder;
  std::filesystem::copy(std::string(SBX_VICTIMS) + "/traces", folder.path("traces"));
  (void)folder.write("large", std::string(3u << 20, 'x'));
  const auto in_folder = [&](const std::vector<std::string>& words) {
    Request request = traces(words);
    request.tree[0].host = folder.path();
    request.limits.output = 1_MiB;
    return request;
  };
  const std::string alone = seen(boxed(in_folder({"number"})));
  testing::start_alone();
  {
    pid_t first = -1;
    Pool pool({}, 1);
    for (const char* kind : {"tmpfile", "srctmpfile", "no_room", "no_room_mode"}) {
      EXPECT_EQ(seen(pooled(pool, in_folder({"number"}))), alone) << kind;
      expect_same_cell(&first);
      EXPECT_EQ(lines(pooled(pool, in_folder({"leave", kind}))), "exit 0\n") << kind;
      expect_same_cell(&first);
      EXPECT_EQ(seen(pooled(pool, in_folder({"number"}))), alone) << kind;
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

TEST(Pool, AStepFindsWhatTheOneBeforeMadeAndNothingElse) {
  const Request request = steps(
      {traces({"find"}), traces({"leave", "out"}), traces({"leave", "src"}), traces({"find"})});
  const std::string alone = seen(boxed(request));
  EXPECT_NE(alone.find("/out/trace"), std::string::npos) << alone;
  testing::start_alone();
  {
    Pool pool({}, 1);
    pid_t first = -1;
    std::ptrdiff_t open = 0;
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(seen(pooled(pool, request)), alone) << "box " << i;
      expect_same_cell(&first);
      ASSERT_GT(testing::waiting_in(first), 0);
      if (i == 1) {
        open = descriptors_of(first);
      }
    }
    EXPECT_EQ(descriptors_of(first), open);
  }
  EXPECT_TRUE(testing::settled(0));
}

TEST(Pool, ABoxThatEndsAtItsFirstStepLeavesNoMoreThanAnother) {
  const Request fails =
      steps({traces({"leave", "tmp"}), victim({"exit_with", "3"}), traces({"leave", "out"})});
  expect_unseen(fails, traces({"find"}));
}

// With every call let through, what opens a file is told by Landlock alone.
TEST(Pool, WhatOneStepMaySeeTheNextMayNot) {
  const testing::Folder folder;
  (void)folder.write("name", "there\n");
  const auto reads = [&](const char* label) {
    Request request = victim({"reads", "/ro0/name"});
    request.tree.push_back({folder.path(), "/ro0"});
    request.tree.back().only = "compile";
    request.steps[0].label = label;
    return request;
  };
  Request two = reads("compile");
  two.steps.push_back(reads("").steps[0]);
  testing::start_alone();
  set_helper(std::string(SBX_VICTIMS) + "/../bin/sbx-continue");
  {
    Pool pool({}, 1);
    pid_t first = -1;
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(pooled(pool, two).out, "there\nerror 13\n") << i;
      expect_same_cell(&first);
      EXPECT_EQ(pooled(pool, reads("")).out, "error 13\n") << i;
      EXPECT_EQ(pooled(pool, reads("compile")).out, "there\n") << i;
    }
    release_helpers();
  }
  set_helper("");
}

TEST(Pool, AnOptionalTreeThatTakesAnothersPlaceIsAnother) {
  const testing::Folder folder;
  ASSERT_TRUE(std::filesystem::create_directory(folder.path("one")));
  (void)folder.write("one/name", "there\n");
  const auto reads = [&](const std::string& path) {
    Request request = victim({"exit_with", "0"});
    request.steps.push_back(victim({"reads", path}).steps[0]);
    request.steps[1].label = "run";
    for (const char* name : {"one", "two"}) {
      Mount mount{folder.path(name), std::string("/") + name};
      mount.only = "run";
      mount.optional = true;
      request.tree.push_back(mount);
    }
    return request;
  };
  Pool pool(reads("/one/name"), 1);
  EXPECT_EQ(pooled(pool, reads("/one/name")).out, "there\n");
  EXPECT_EQ(pooled(pool, reads("/one/name")).out, "there\n");
  std::filesystem::rename(folder.path("one"), folder.path("two"));
  for (const char* path : {"/two/name", "/one/name"}) {
    const std::string alone = seen(boxed(reads(path)));
    EXPECT_EQ(seen(pooled(pool, reads(path))), alone) << path;
  }
}

TEST(Pool, WritesAreListedAsThoseOfABoxOfItsOwn) {
  testing::start_alone();
  const testing::Folder folder;
  (void)folder.write("kept", "old\n");
  const auto writes = [&](const char* file) {
    Request request = victim({"writes", file});
    request.tree[0].inside = "/bin";
    request.steps[0].argv[0] = "/bin/writes";
    request.tree.push_back({folder.path(), "/src", How::overlay});
    request.list_writes = true;
    return request;
  };
  {
    Pool pool({}, 1);
    pid_t first = -1;
    for (const char* file : {"/src/one", "/src/two", "/src/kept"}) {
      const Report report = pooled(pool, writes(file));
      ASSERT_EQ(report.writes.size(), 1u);
      EXPECT_EQ("/src/" + report.writes[0].path, file);
      expect_same_cell(&first);
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

TEST(Pool, HundredOpenFilesAreEnough) {
  const std::string shown = testing::in_child([] {
    const struct rlimit few = {100, 100};
    if (::setrlimit(RLIMIT_NOFILE, &few) != 0) {
      return std::string("setrlimit");
    }
    Pool pool({}, 1);
    std::string all;
    for (const char* kind : {"tmp", "src", "tmp"}) {
      all += lines(pooled(pool, traces({"leave", kind})));
    }
    Request listed = traces({"leave", "src"});
    listed.list_writes = true;
    const Report report = boxed(listed);
    return all + lines(report) + (report.writes.empty() ? "nothing" : report.writes[0].path);
  });
  EXPECT_EQ(shown, "exit 0\nexit 0\nexit 0\nexit 0\ntrace");
}

TEST(Pool, ATreeThatIsReadOnlyHasANewTmpToo) {
  const Request write = victim({"writes", "/tmp/name", "/out/name", "/src/name"});
  expect_unseen(write, victim({"traces", "find"}));
}

}  // namespace
}  // namespace sbx
