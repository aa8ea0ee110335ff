// Boxes that differ from the one before in nothing, or in nothing but a word: most of a pool's.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>

#include "client/cell_test.h"

namespace sbx {
namespace {

using testing::boxed;
using testing::lines;
using testing::pooled;
using testing::seen;
using testing::standing;
using testing::victim;

int open_fds(pid_t pid) {
  int count = 0;
  for ([[maybe_unused]] const auto& fd :
       std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/fd")) {
    ++count;
  }
  return count;
}

TEST(Pool, WordsAndEnvironmentAreThoseOfTheirOwnBox) {
  testing::start_alone();
  {
    Pool pool(victim({"exit_with", "0"}), 1);
    for (int i = 0; i < 200; ++i) {  // a plan is made anew on the way
      const std::string code = std::to_string(i % 120);
      Request r = victim({"exit_with", code});
      r.steps[0].env = {"N=" + code};
      EXPECT_EQ(lines(pooled(pool, r)), "exit " + code + "\n");
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

TEST(Pool, StreamsComeAndGoFromBoxToBox) {
  int both[2];
  testing::start_alone();
  {
    Pool pool(victim({"copy"}), 1);
    for (int i = 0; i < 24; ++i) {
      const std::string text = "line " + std::to_string(i) + "\n";
      Request r = victim({"copy"});
      const bool reads = i % 3 != 0;
      if (reads) {
        ASSERT_EQ(::pipe2(both, O_CLOEXEC), 0);
        ASSERT_EQ(::write(both[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
        ::close(both[1]);
        r.streams.in = Input::from(both[0]);
      }
      if (i % 4 == 1) {
        r.streams.err = Output::discard();
      }
      const Report report = pooled(pool, r);
      EXPECT_EQ(report.exit_code(), 0) << lines(report);
      EXPECT_EQ(report.out, reads ? text : "") << i;
      if (reads) {
        ::close(both[0]);
      }
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

TEST(Pool, AStreamThatIsBothIsOne) {
  testing::start_alone();
  {
    Pool pool(victim({"show"}), 1);
    for (int i = 0; i < 6; ++i) {
      const int file = ::memfd_create("both", MFD_CLOEXEC);
      Request r = victim({"show"});
      r.streams.out = Output::to(file);
      r.streams.err = i % 2 == 0 ? Output::to(file) : Output::capture();
      EXPECT_EQ(pooled(pool, r).exit_code(), 0) << i;
      EXPECT_GT(::lseek(file, 0, SEEK_END), 0);
      ::close(file);
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

// Who looks at it is another than for a first box; what is said is not.
TEST(Pool, AMountThatIsGoneIsNamedAsBefore) {
  const testing::Folder folder;
  std::filesystem::create_directory(folder.path("kept"));
  Request r = victim({"exit_with", "0"});
  r.tree.push_back({.host = folder.path("kept"), .inside = "/kept", .how = How::read_only});
  Pool pool(r, 1);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(lines(pooled(pool, r)), "exit 0\n");
  }
  std::filesystem::rename(folder.path("kept"), folder.path("moved"));
  for (int i = 0; i < 2; ++i) {
    const Result<Report> report = pool.run(r);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().field, "tree[1].host");
    EXPECT_EQ(report.error().message, folder.path("kept") + ": ENOENT");
  }
  std::filesystem::rename(folder.path("moved"), folder.path("kept"));
  EXPECT_EQ(lines(pooled(pool, r)), "exit 0\n");
}

TEST(Pool, ManyBoxesLeaveAsManyDescriptorsAsAFew) {
  testing::start_alone();
  {
    Pool pool(victim({"exit_with", "0"}), 1);
    const auto after = [&](int boxes) {
      for (int i = 0; i < boxes; ++i) {
        EXPECT_EQ(lines(pooled(pool, victim({"exit_with", "0"}))), "exit 0\n");
      }
      const pid_t init = standing();
      EXPECT_GT(testing::waiting_in(init), 0);
      return std::pair(open_fds(init), open_fds(testing::children_of(::getpid()).at(0)));
    };
    const auto few = after(4);
    EXPECT_EQ(after(150), few);
  }
  EXPECT_TRUE(testing::settled(0));
}

}  // namespace
}  // namespace sbx
