#include "supervisor/recorder.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "sys/names.h"

namespace sbx::supervisor {
namespace {

class Record : public ::testing::Test {
 protected:
  Record() {
    step.label = "first";
    step.selection.record = true;
  }
  bool call(int nr, std::uint64_t second = 0, std::uint32_t arch = sys::kNativeAudit) {
    sys::Notification n{};
    n.data.nr = nr;
    n.data.arch = arch;
    n.data.args[1] = second;
    return recorder.takes(n, step);
  }
  // "first execve 1; first read 2"; a call the table lacks ends in "!"
  std::string all() const {
    std::string text;
    for (const TracedCall& c : recorder.calls()) {
      text += (text.empty() ? "" : "; ") + c.label + " " + c.call + " " + std::to_string(c.count) +
              (c.covered ? "" : "!");
    }
    return text;
  }

  plan::StepPlan step;
  Recorder recorder;
};

TEST_F(Record, CountsFromTheStepsExecveOn) {
  EXPECT_TRUE(call(sys::NR("futex")));  // the room's own
  EXPECT_TRUE(call(sys::NR("prlimit64")));
  EXPECT_EQ(all(), "");
  EXPECT_TRUE(call(sys::NR("execve")));
  EXPECT_TRUE(call(sys::NR("read")));
  EXPECT_TRUE(call(sys::NR("read")));
  EXPECT_EQ(all(), "first execve 1; first read 2");
}

TEST_F(Record, TellsTestedArgumentsApart) {
  call(sys::NR("execve"));
  call(sys::NR("fcntl"), F_GETFL);
  call(sys::NR("fcntl"), F_GETFL);
  call(sys::NR("fcntl"), F_SETOWN);
  EXPECT_EQ(all(), "first execve 1; first fcntl[1]=0x3 2; first fcntl[1]=0x8 1!");
}

TEST_F(Record, JudgesEachStepByItsOwnRows) {
  plan::StepPlan compile = step;
  compile.label = "compile";
  compile.selection.compile = true;
  call(sys::NR("execve"));
  call(sys::NR("wait4"));
  sys::Notification n{};
  n.data.arch = sys::kNativeAudit;
  for (int nr : {sys::NR("futex"), sys::NR("execve"), sys::NR("wait4")}) {
    n.data.nr = nr;
    EXPECT_TRUE(recorder.takes(n, compile));
  }
  EXPECT_EQ(all(), "first execve 1; first wait4 1!; compile execve 1; compile wait4 1");
}

TEST_F(Record, LetsAnUnknownNumberThroughAndLeavesAnotherArchitectureToTheJudge) {
  call(sys::NR("execve"));
  EXPECT_TRUE(call(9999));
  EXPECT_FALSE(call(-1));
  EXPECT_FALSE(call(0x40000001));
  EXPECT_FALSE(call(4, 0, AUDIT_ARCH_I386));
  EXPECT_EQ(all(), "first #9999 1!; first execve 1");
}

}  // namespace
}  // namespace sbx::supervisor
