// Root inside is nobody outside: what a box of root's may read, own and count is nobody's. Where
// the tests run as another user, the same holds for that user.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "client/box_test.h"
#include "sbx/host.h"

namespace sbx {
namespace {

using testing::boxed;
using testing::Folder;
using testing::lines;
using testing::victim;

constexpr unsigned kNobody = 65534;
constexpr unsigned kSomebody = 54321;

bool is_root() {
  return ::geteuid() == 0;
}

// The programs are at /bin, and the folder at /src.
Request over(const Folder& folder, const std::vector<std::string>& words, How how) {
  Request r = victim(words);
  r.tree[0].inside = "/bin";
  r.tree[0].how = How::read_only;
  r.steps[0].argv[0] = "/bin/" + words[0];
  Mount tree;
  tree.host = folder.path();
  tree.inside = "/src";
  tree.how = how;
  r.tree.push_back(tree);
  return r;
}

TEST(RootInside, ReadsNoFileOfRootsInATreeOfAnothers) {
  Folder folder;
  const std::string secret = folder.write("secret", "the key\n");
  const std::string open = folder.write("open", "hello\n");
  ASSERT_EQ(::chmod(secret.c_str(), is_root() ? 0600 : 0000), 0);
  if (is_root()) {
    ASSERT_EQ(::chown(folder.path().c_str(), kSomebody, kSomebody), 0);
  }
  for (How how : {How::read_only, How::overlay}) {
    Report r = boxed(over(folder, {"reads", "secret"}, how));
    EXPECT_EQ(r.out, "error 13\n");
    EXPECT_EQ(boxed(over(folder, {"reads", "open"}, how)).out, "hello\n");
  }
}

TEST(RootInside, ReadsNoFileOfRootsThatIsShownByMistake) {
  Folder folder, elsewhere;
  const std::string secret = elsewhere.write("secret", "the key\n");
  ASSERT_EQ(::chmod(secret.c_str(), is_root() ? 0600 : 0000), 0);
  for (const std::string& shown : {secret, elsewhere.path()}) {
    Request r = over(folder, {"reads", shown == secret ? "/ro0" : "/ro0/secret"}, How::read_only);
    Mount ro;
    ro.host = shown;
    ro.inside = "/ro0";
    r.tree.push_back(ro);
    EXPECT_EQ(boxed(r).out, "error 13\n");
  }
}

TEST(RootInside, FilesItMakesAreNobodysOrTheTreesOwners) {
  Folder folder, shared;
  Request r = over(folder, {"writes", "mine", "/rw0/theirs"}, How::read_write);
  Mount rw;
  rw.host = shared.path();
  rw.inside = "/rw0";
  rw.how = How::read_write;
  r.tree.push_back(rw);
  ASSERT_EQ(::chmod(shared.path().c_str(), 0777), 0);
  if (is_root()) {
    ASSERT_EQ(::chown(folder.path().c_str(), kSomebody, kSomebody), 0);
  }
  EXPECT_EQ(boxed(r).out, "mine: 0\n/rw0/theirs: 0\n");
  struct stat mine {
  }, theirs{};
  ASSERT_EQ(::stat(folder.path("mine").c_str(), &mine), 0);
  ASSERT_EQ(::stat(shared.path("theirs").c_str(), &theirs), 0);
  EXPECT_EQ(mine.st_uid, is_root() ? kSomebody : ::geteuid());
  EXPECT_EQ(theirs.st_uid, is_root() ? kNobody : ::geteuid());
}

TEST(RootInside, AFolderMayBeWrittenAsItsOwner) {
  Folder folder, shared;
  Request r = over(folder, {"writes", "/rw0/theirs"}, How::read_only);
  Mount rw;
  rw.host = shared.path();
  rw.inside = "/rw0";
  rw.how = How::read_write;
  rw.as_owner = true;
  r.tree.push_back(rw);
  ASSERT_EQ(::chmod(shared.path().c_str(), 0700), 0);
  for (uid_t owner : {is_root() ? kSomebody : ::geteuid(), ::geteuid()}) {
    ASSERT_EQ(::chown(shared.path().c_str(), owner, static_cast<gid_t>(-1)), 0);
    EXPECT_EQ(boxed(r).out, "/rw0/theirs: 0\n");
    struct stat theirs {};
    ASSERT_EQ(::stat(shared.path("theirs").c_str(), &theirs), 0);
    EXPECT_EQ(theirs.st_uid, owner);
    ASSERT_EQ(::unlink(shared.path("theirs").c_str()), 0);
  }
}

// Beside the helper that is in use.
std::string the_helper_that_lets_all_through() {
  char self[4096];
  const char* chosen = std::getenv("SBX_HELPER");
  const ssize_t n = ::readlink("/proc/self/exe", self, sizeof self);
  const std::string path =
      chosen != nullptr ? chosen : std::string(self, n > 0 ? static_cast<std::size_t>(n) : 0);
  return path.substr(0, path.rfind('/') + 1) + "sbx-continue";
}

// The supervisor's counter speaks first; with one that lets everything through the limit is left.
TEST(RootInside, TheNumberOfItsProcessesIsBoundByTheKernelToo) {
  set_helper(the_helper_that_lets_all_through());
  Report r = boxed(victim({"crowds", "100"}));
  set_helper("");
  const int made = std::atoi(r.out.c_str());
  EXPECT_THAT(r.out, ::testing::EndsWith(" made, error 11\n"));
  EXPECT_GT(made, 4);
  EXPECT_LT(made, 17);
}

TEST(RootInside, TheHostSaysWhetherItIsNobody) {
  std::string idmap;
  for (const Capability& c : check_host()) {
    idmap = c.name == "idmap" ? c.text : idmap;
  }
  EXPECT_EQ(idmap, is_root() ? "ok" : "needs root");
}

}  // namespace
}  // namespace sbx
