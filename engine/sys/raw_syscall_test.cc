// The other architecture's half of this runs under an emulator: ci/proofs/aarch64.
#include "sys/raw_syscall.h"

#include <gtest/gtest.h>

#include "sys/raw_syscall_test.h"

namespace sbx::sys {
namespace {

TEST(RawSyscall, ArgumentsAndResultsAreTheKernels) {
  EXPECT_STREQ(wrong_raw_syscall(), nullptr);
}

TEST(RawSyscall, FailureIsTheLast4095Values) {
  EXPECT_FALSE(failed(0));
  EXPECT_TRUE(failed(-1));
  EXPECT_TRUE(failed(-4095));
  EXPECT_FALSE(failed(-4096));  // an address high up
  EXPECT_FALSE(failed(1));
}

}  // namespace
}  // namespace sbx::sys
