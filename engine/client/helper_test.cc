// The helper: found, kept, killed, replaced.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "client/box_test.h"
#include "sbx/host.h"
#include "sys/fd.h"

namespace sbx {
namespace {

using testing::boxed;
using testing::children_of;
using testing::lines;
using testing::victim;

constexpr const char* kLost =
    "cannot hear from the helper: EPIPE (it was killed; the box is gone with it)\n";

// The helper that has a box, once there is one.
pid_t busy_helper() {
  for (int i = 0; i < 3000; ++i) {
    for (pid_t helper : children_of(::getpid())) {
      for (pid_t init : children_of(helper)) {
        if (!children_of(init).empty()) {
          return helper;
        }
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return -1;
}

TEST(Helper, IsKeptAndReleased) {
  testing::start_alone();
  EXPECT_TRUE(testing::settled(0));
  EXPECT_EQ(lines(boxed(victim({"exit_with", "0"}))), "exit 0\n");
  const std::vector<pid_t> first = children_of(::getpid());
  EXPECT_EQ(first.size(), 1u);
  EXPECT_EQ(lines(boxed(victim({"exit_with", "0"}))), "exit 0\n");
  EXPECT_EQ(children_of(::getpid()), first);
  release_helpers();
  EXPECT_TRUE(testing::settled(0));
}

TEST(Helper, KilledWhileABoxRunsIsSaidAndTheNextRunWorks) {
  testing::start_alone();
  for (const char* program : {"spin", "copy"}) {
    int fds[2];
    ASSERT_EQ(::pipe2(fds, O_CLOEXEC), 0);
    sys::Fd never(fds[0]), writer(fds[1]);
    Request request = victim({program});
    request.streams.in = Input::from(never.get());
    Report r;
    std::thread caller([&] { r = boxed(request); });
    const pid_t helper = busy_helper();
    EXPECT_GT(helper, 0);
    if (helper > 0) {
      ::kill(helper, SIGKILL);
    }
    caller.join();
    EXPECT_EQ(lines(r), kLost);
    EXPECT_EQ(r.exit_code(), 126);
    EXPECT_TRUE(testing::settled(0)) << "something of the box is left";
    EXPECT_EQ(lines(boxed(victim({"exit_with", "8"}))), "exit 8\n");
    release_helpers();
  }
}

TEST(Helper, KilledWhileItIsIdleIsReplaced) {
  testing::start_alone();
  EXPECT_EQ(lines(boxed(victim({"exit_with", "0"}))), "exit 0\n");
  const std::vector<pid_t> idle = children_of(::getpid());
  ASSERT_EQ(idle.size(), 1u);
  ::kill(idle[0], SIGKILL);
  EXPECT_TRUE(testing::settled(0));
  EXPECT_EQ(lines(boxed(victim({"exit_with", "8"}))), "exit 8\n");
}

// An idle helper keeps one init for the box to come.
pid_t spare() {
  for (int i = 0; i < 3000; ++i) {
    const std::vector<pid_t> helpers = children_of(::getpid());
    const std::vector<pid_t> inits =
        helpers.size() == 1 ? children_of(helpers[0]) : std::vector<pid_t>();
    if (inits.size() == 1) {
      return inits[0];
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return -1;
}

bool is_zombie(pid_t pid) {
  const std::string stat = testing::read_file("/proc/" + std::to_string(pid) + "/stat");
  return stat.find(") Z ") != std::string::npos;
}

TEST(Helper, KeepsASpareInitAndReplacesOneThatWasKilled) {
  testing::start_alone();
  EXPECT_EQ(lines(boxed(victim({"exit_with", "0"}))), "exit 0\n");
  const pid_t first = spare();
  ASSERT_GT(first, 0);
  ::kill(first, SIGKILL);
  for (int i = 0; i < 3000 && !is_zombie(first); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(lines(boxed(victim({"exit_with", "8"}))), "exit 8\n");
  const pid_t second = spare();
  EXPECT_GT(second, 0);
  EXPECT_NE(second, first);
  EXPECT_EQ(lines(boxed(victim({"exit_with", "9"}))), "exit 9\n");
  release_helpers();
  EXPECT_TRUE(testing::settled(0)) << "the spare ends with its helper";
}

// A spare has the mounts of its own start. In a mount namespace of the test's own; a user's needs a
// user namespace too.
std::string over_changing_mounts() {
  const testing::Folder folder;
  std::ofstream(folder.path("name")) << "below\n";
  const uid_t uid = ::geteuid();
  const gid_t gid = ::getegid();
  if (::unshare(CLONE_NEWNS | (uid == 0 ? 0 : CLONE_NEWUSER)) != 0) {
    return "no namespace";
  }
  if (uid != 0) {
    std::ofstream("/proc/self/uid_map") << "0 " << uid << " 1";
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/gid_map") << "0 " << gid << " 1";
  }
  ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
  testing::start_alone();
  Request request = victim({"reads", "name"});
  request.tree[0].inside = "/bin";
  request.steps[0].argv[0] = "/bin/reads";
  request.tree.push_back({folder.path(), "/src", How::read_only});
  std::string seen = boxed(request).out;
  const pid_t first = spare();
  if (::mount("t", folder.path().c_str(), "tmpfs", 0, nullptr) != 0) {
    return "no mount";
  }
  std::ofstream(folder.path("name")) << "above\n";
  seen += boxed(request).out;
  const pid_t second = spare();
  ::umount(folder.path().c_str());
  for (int i = 0; i < 3000 && ::kill(second, 0) == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  seen += ::kill(first, 0) != 0 && ::kill(second, 0) != 0 ? "given up\n" : "kept\n";
  seen += boxed(request).out;
  release_helpers();
  return seen;
}

TEST(Helper, ASpareIsGivenUpWhenTheHostsMountsChange) {
  EXPECT_EQ(testing::in_child(over_changing_mounts), "below\nabove\ngiven up\nbelow\n");
}

TEST(Helper, OneThatIsNotThereIsNamed) {
  release_helpers();
  set_helper("/no/such/helper");
  Report r = boxed(victim({"exit_with", "0"}));
  EXPECT_EQ(lines(r),
            "cannot start the helper: ENOENT (is sbx-helper installed? $SBX_HELPER names it)\n");
  EXPECT_EQ(r.exit_code(), 126);
  const std::vector<Capability> host = check_host();
  ASSERT_EQ(host.size(), 1u);
  EXPECT_FALSE(host[0].ok);
  set_helper("");
  EXPECT_EQ(lines(boxed(victim({"exit_with", "8"}))), "exit 8\n");
}

TEST(Helper, OneThatIsNoHelperIsNamed) {
  set_helper("/bin/true");
  Report r = boxed(victim({"exit_with", "0"}));
  EXPECT_THAT(lines(r), ::testing::StartsWith("cannot greet the helper: "));
  EXPECT_EQ(r.exit_code(), 126);
  set_helper("");
  EXPECT_EQ(lines(boxed(victim({"exit_with", "8"}))), "exit 8\n");
}

TEST(Helper, TellsWhatTheHostCanDo) {
  std::vector<std::string> names;
  for (const Capability& c : check_host()) {
    names.push_back(c.name);
    EXPECT_TRUE(c.ok || !c.required) << c.name << ": " << c.text;
    EXPECT_NE(c.text, "");
  }
  EXPECT_THAT(names, ::testing::ElementsAre("kernel", "userns", "landlock", "seccomp", "overlay",
                                            "pidfd", "inspect", "idmap"));
}

}  // namespace
}  // namespace sbx
