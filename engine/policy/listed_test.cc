#include "policy/listed.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>

#include "policy/emit.h"

namespace sbx::policy {
namespace {

std::string of(int nr, std::initializer_list<std::uint64_t> args = {}) {
  seccomp_data data{};
  data.nr = nr;
  data.arch = sys::kNativeAudit;
  std::copy(args.begin(), args.end(), data.args);
  return listed(data);
}

TEST(Listed, NamesTheCallAndTheArgumentThatTheTableTests) {
  EXPECT_EQ(of(sys::NR("read"), {0, 77, 78}), "read");
  EXPECT_EQ(of(sys::NR("fcntl"), {3, F_GETFL}), "fcntl[1]=0x3");
  EXPECT_EQ(of(sys::NR("ioctl"), {1, 0xffffffff00000000 | TIOCGWINSZ}), "ioctl[1]=0x5413");
  EXPECT_EQ(of(sys::NR("prctl"), {999}), "prctl[0]=0x3e7");
  EXPECT_EQ(of(99999), "#99999");
  EXPECT_EQ(of(sys::NR("mmap"), {0, 4096, 3, 0x22}), "mmap") << "it is judged where it is tested";
}

TEST(Listed, NamesASignThatFailsItsTest) {
  EXPECT_EQ(of(sys::NR("tgkill"), {5, 6, 7}), "tgkill");
  EXPECT_EQ(of(sys::NR("tgkill"), {0, 6, 7}), "tgkill[0]=0x0");
  EXPECT_EQ(of(sys::NR("tgkill"), {5, ~0ull, 7}), "tgkill[1]=0xffffffff");
  EXPECT_EQ(of(sys::NR("sendfile"), {0, 0}), "sendfile");
  EXPECT_EQ(of(sys::NR("sendfile"), {~0ull, 0}), "sendfile[0]=0xffffffff");
}

TEST(Listed, CoveredIsWhatTheFilterAllowsOrTheSupervisorJudges) {
  EXPECT_TRUE(covered({}, "read"));
  EXPECT_TRUE(covered({}, "openat"));  // asked
  EXPECT_TRUE(covered({}, "mmap"));    // asked under a memory cap
  EXPECT_TRUE(covered({}, "fcntl[1]=0x3"));
  EXPECT_FALSE(covered({}, "fcntl[1]=0x408"));  // F_ADD_SEALS - 1: no such row
  EXPECT_TRUE(covered({}, "tgkill"));
  EXPECT_FALSE(covered({}, "tgkill[0]=0x0"));
  EXPECT_FALSE(covered({}, "socket[0]=0x2"));
  EXPECT_TRUE(covered({.net = true}, "socket[0]=0x2"));
  EXPECT_FALSE(covered({}, "wait4"));
  EXPECT_TRUE(covered({.compile = true}, "wait4"));
  EXPECT_TRUE(covered({.musl = false, .fuzz = true}, "exit_group"));
  EXPECT_FALSE(covered({.musl = false}, "tkill"));
  EXPECT_TRUE(covered({.glibc = false}, "tkill"));
}

TEST(Listed, ATextThatIsNoCallIsNotCovered) {
  for (const char* text :
       {"", "#999", "no_such_call", "fcntl[", "fcntl[1]", "fcntl[1]=3", "fcntl[9]=0x3",
        "fcntl[-1]=0x3", "fcntl[1]=0x", "fcntl[1]=0x3x", "[1]=0x3"}) {
    EXPECT_FALSE(covered({}, text)) << text;
  }
}

// What a program does and what a list says of it are judged alike.
TEST(Listed, CoveredAnswersAsTheTableDoesForTheCallItself) {
  for (const Row& row : rows()) {
    for (const std::uint32_t value : {0u, 1u, 2u, 3u, 0x5401u, 0x1002u, 0xffffffffu}) {
      if (row.nr < 0 || row.rule == Rule::ask || row.rule == Rule::capped) {
        continue;
      }
      seccomp_data data{};
      data.nr = row.nr;
      data.arch = sys::kNativeAudit;
      std::fill(std::begin(data.args), std::end(data.args), value);
      EXPECT_EQ(covered({}, listed(data)), verdict({}, data) == SECCOMP_RET_ALLOW)
          << listed(data) << ' ' << value;
    }
  }
}

}  // namespace
}  // namespace sbx::policy
