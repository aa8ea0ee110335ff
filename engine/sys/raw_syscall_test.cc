// The other architecture's half of this runs under an emulator: ci/proofs/aarch64.
#include "sys/raw_syscall.h"

#include <gtest/gtest.h>
#include <sched.h>

#include "sys/raw_syscall_test.h"

namespace sbx::sys {
namespace {

TEST(RawSyscall, ArgumentsAndResultsAreTheKernels) {
  EXPECT_STREQ(wrong_raw_syscall(), nullptr);
}

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
TEST(RawSyscall, AChildMayShareTheMemory) {
  EXPECT_TRUE(starts_on_another_stack(CLONE_VM));
  int pidfd = -1;
  static char stack[4096];
  const long pid = start_on(
      CLONE_VM | CLONE_PIDFD | SIGCHLD, stack + sizeof stack, &pidfd, [](void*) { return 0; },
      nullptr);
  ASSERT_GT(pid, 0);
  EXPECT_GE(pidfd, 0);
  EXPECT_EQ(::waitpid(static_cast<pid_t>(pid), nullptr, 0), pid);
  ::close(pidfd);
  EXPECT_EQ(start_on(
                ~0ul, stack + sizeof stack, nullptr, [](void*) { return 0; }, nullptr),
            -EINVAL);
}
#endif

TEST(RawSyscall, FailureIsTheLast4095Values) {
  EXPECT_FALSE(failed(0));
  EXPECT_TRUE(failed(-1));
  EXPECT_TRUE(failed(-4095));
  EXPECT_FALSE(failed(-4096));  // an address high up
  EXPECT_FALSE(failed(1));
}

}  // namespace
}  // namespace sbx::sys
