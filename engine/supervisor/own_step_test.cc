// A step of a cell in the call that starts its program: alive, or killed there.
#include "supervisor/own_step.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

#include "supervisor/child_test.h"
#include "sys/names.h"

namespace sbx::supervisor {
namespace {

[[noreturn]] void run_for_ever() {
  for (;;) {
    ::getppid();
  }
}

// Whose call waits for so many looks.
class FakeListener : public Listener {
 public:
  explicit FakeListener(int looks) : looks_(looks) {}
  int receive(sys::Notification* out) override {
    *out = asked;
    return receive_error;
  }
  int answer(const sys::NotificationAnswer& answer) override {
    continued += answer.flags == sys::kNotifContinue ? 1 : 0;
    return 0;
  }
  bool valid(std::uint64_t) override { return looks_-- > 0; }
  [[nodiscard]] int fd() const override { return -1; }

  sys::Notification asked{};
  int receive_error = 0;
  int continued = 0;

 private:
  int looks_;
};

const int kExecve = sys::nr_if("execve");
const int kRestrict = sys::nr_if("landlock_restrict_self");

sys::Notification asked_by(pid_t pid, int call) {
  sys::Notification n{};
  n.pid = static_cast<std::uint32_t>(pid);
  n.data.arch = sys::kNativeAudit;
  n.data.nr = call;
  return n;
}

TEST(OwnStep, WhoSleepsInItsCallWaits) {
  const Child child(sleep_for_ever);
  OwnStep step;
  bool waits = false;
  FakeListener listener(1 << 20);  // it may not be asleep yet
  EXPECT_EQ(step.waits(asked_by(child.pid(), kExecve), listener, &waits), Read::ok);
  EXPECT_TRUE(waits);
}

TEST(OwnStep, WhoRunsIsLookedAtTillItsCallIsOver) {
  const Child child(run_for_ever);
  OwnStep step;
  bool waits = false;
  FakeListener listener(20);
  EXPECT_EQ(step.waits(asked_by(child.pid(), kExecve), listener, &waits), Read::gone);
  EXPECT_FALSE(waits);
}

TEST(OwnStep, WhoIsGoneOrOutOfSightDoesNotWait) {
  Child child(sleep_for_ever);
  const pid_t gone = child.pid();
  OwnStep step;
  step.begin(true, true);
  EXPECT_EQ(step.asks(asked_by(gone, kRestrict)), 0);  // looked at while it lived
  EXPECT_TRUE(step.at_its_program());
  child.end();
  bool waits = false;
  FakeListener over(0), open(1 << 20);
  EXPECT_EQ(step.waits(asked_by(gone, kExecve), over, &waits), Read::gone);
  EXPECT_EQ(step.waits(asked_by(gone, kExecve), open, &waits), Read::bad_address);
  EXPECT_FALSE(waits);
}

// As in a call that was heard, which only a signal that kills ends.
TEST(OwnStep, WhoHasASignalBeforeItIsKilled) {
  sigset_t all, before;
  sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, &before);
  const Child child(sleep_for_ever);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  OwnStep step;
  bool waits = false;
  FakeListener listener(1 << 20);
  ASSERT_EQ(step.waits(asked_by(child.pid(), kExecve), listener, &waits), Read::ok);
  ASSERT_EQ(::kill(child.pid(), SIGSEGV), 0);
  waits = false;
  FakeListener over(3);
  EXPECT_EQ(step.waits(asked_by(child.pid(), kExecve), over, &waits), Read::gone);
  EXPECT_FALSE(waits);
  int status = 0;
  ASSERT_EQ(::waitpid(child.pid(), &status, 0), child.pid());
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

TEST(OwnStep, LetsThroughWhatStartsNoProgram) {
  const Child child(sleep_for_ever);
  FakeListener listener(1);
  OwnStep step;
  step.begin(true, false);
  for (const int call : {sys::nr_if("clone"), sys::nr_if("setsid"), kRestrict}) {
    EXPECT_FALSE(step.at_its_program()) << call;
    listener.asked = asked_by(child.pid(), call);
    EXPECT_TRUE(step.let_through(listener)) << call;
  }
  EXPECT_TRUE(step.at_its_program());
  EXPECT_EQ(listener.continued, 3);
  listener.asked = asked_by(child.pid(), kExecve);
  EXPECT_FALSE(step.let_through(listener));
  listener.receive_error = ENOENT;
  EXPECT_TRUE(step.let_through(listener)) << "its task died";
  listener.receive_error = EBADF;
  EXPECT_FALSE(step.let_through(listener));
  EXPECT_EQ(listener.continued, 3);
  step.begin(true, false);
  EXPECT_FALSE(step.at_its_program());
  step.begin(false, false);
  EXPECT_TRUE(step.at_its_program());
}

}  // namespace
}  // namespace sbx::supervisor
