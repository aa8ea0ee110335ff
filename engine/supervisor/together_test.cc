// A task that asks often is kept on one processor, and never where it could see it.
#include "supervisor/together.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/names.h"

namespace sbx::supervisor {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr int kOpen = sys::nr_if("openat");
constexpr int kMany = 20;

int processors_of(pid_t pid) {
  cpu_set_t all;
  return ::sched_getaffinity(pid, sizeof all, &all) == 0 ? CPU_COUNT(&all) : -errno;
}

// A process that waits to be killed.
class Sleeper {
 public:
  Sleeper() : pid_(::fork()) {
    while (pid_ == 0) {
      ::pause();
    }
  }
  ~Sleeper() { end(); }
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;
  void end() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    pid_ = -1;
  }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

class TogetherTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(processors_of(0), everywhere_); }
  void TearDown() override { EXPECT_EQ(processors_of(0), everywhere_) << "it has them back"; }

  // As a step's first task does: born on the supervisor's processor.
  Together first_step(bool seen = false) {
    here_.emplace();
    return Together(&*here_, here_->join(task_.pid()), seen);
  }
  void ask(Together& together, int number = kOpen, pid_t task = -1) {
    now_ += microseconds(20);
    EXPECT_EQ(together.asks(task < 0 ? task_.pid() : task, number, now_), 0);
  }
  void ask_often(Together& together) {
    for (int i = 0; i < kMany; ++i) {
      ask(together);
    }
  }
  void expect(int processors) {
    EXPECT_EQ(processors_of(task_.pid()), processors);
    EXPECT_EQ(processors_of(0), processors);
  }

  const int everywhere_ = processors_of(0);
  Sleeper task_;
  std::optional<OneProcessor> here_;
  Together::Clock::time_point now_ = Together::Clock::now();
};

TEST_F(TogetherTest, UntilAMillisecondAfterTheLastQuestion) {
  Together together = first_step();
  ask(together);
  expect(1);
  ask_often(together);
  expect(1);
  ASSERT_TRUE(together.until());
  EXPECT_EQ(*together.until(), now_ + milliseconds(1));
  EXPECT_EQ(together.look(now_ + microseconds(900)), 0);
  expect(1);
  EXPECT_EQ(together.look(now_ + milliseconds(1)), 0);
  expect(everywhere_);
  EXPECT_FALSE(together.until());
}

TEST_F(TogetherTest, AgainWhenItAsksOftenAgain) {
  Together together = first_step();
  ask(together);
  EXPECT_EQ(together.look(now_ + milliseconds(1)), 0);
  now_ += milliseconds(5);
  ask(together);
  ask(together);
  expect(everywhere_);
  ask_often(together);
  expect(1);
  EXPECT_EQ(together.look(now_ + milliseconds(1)), 0);
}

TEST_F(TogetherTest, ThatWhichAsksForItsProcessorsHasThemAllAndKeepsThem) {
  Together together = first_step();
  ask_often(together);
  ask(together, sys::nr_if("sched_getaffinity"));
  expect(everywhere_);
  ask_often(together);
  expect(everywhere_);
}

TEST_F(TogetherTest, ThatWhichCanLookAtItselfIsNeverKept) {
  Together together = first_step(true);
  ask(together);
  expect(everywhere_);
  ask_often(together);
  expect(everywhere_);
}

TEST_F(TogetherTest, NobodyInheritsIt) {
  for (int number :
       {sys::nr_if("clone"), sys::nr_if("clone3"), sys::nr_if("fork"), sys::nr_if("vfork")}) {
    if (number < 0) {
      continue;  // a call that this machine has not
    }
    Together together = first_step();
    ask_often(together);
    expect(1);
    ask(together, number);
    expect(everywhere_);
  }
}

TEST_F(TogetherTest, TwoThatAskInTurnHaveTheirProcessors) {
  Sleeper other;
  Together together = first_step();
  ask_often(together);
  for (int i = 0; i < kMany; ++i) {
    ask(together, kOpen, other.pid());
    expect(everywhere_);
    EXPECT_EQ(processors_of(other.pid()), everywhere_);
    ask(together);
  }
  expect(everywhere_);
}

TEST_F(TogetherTest, ATaskThatIsGoneIsNoError) {
  Together together = first_step();
  ask_often(together);
  task_.end();
  EXPECT_EQ(together.look(now_ + milliseconds(1)), 0);
}

TEST_F(TogetherTest, OneOfAnotherProcessorIsNotKeptByThisOne) {
  here_.emplace();
  Together together(&*here_, false, false);
  ask(together);
  EXPECT_EQ(processors_of(task_.pid()), everywhere_) << "it did not come";
  here_->let_go();
}

}  // namespace
}  // namespace sbx::supervisor
