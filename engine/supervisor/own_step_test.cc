// A step of a cell in the call that starts its program: alive, or killed there.
#include "supervisor/own_step.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

#include "supervisor/child_test.h"

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
  int receive(sys::Notification*) override { return ENOSYS; }
  int answer(const sys::NotificationAnswer&) override { return ENOSYS; }
  bool valid(std::uint64_t) override { return looks_-- > 0; }
  [[nodiscard]] int fd() const override { return -1; }

 private:
  int looks_;
};

sys::Notification asked_by(pid_t pid) {
  sys::Notification n{};
  n.pid = static_cast<std::uint32_t>(pid);
  return n;
}

TEST(WaitsInItsCall, WhoSleepsInItsCallWaits) {
  const Child child(sleep_for_ever);
  bool waits = false;
  FakeListener listener(1 << 20);  // it may not be asleep yet
  EXPECT_EQ(waits_in_its_call(asked_by(child.pid()), listener, &waits), Read::ok);
  EXPECT_TRUE(waits);
}

TEST(WaitsInItsCall, WhoRunsIsLookedAtTillItsCallIsOver) {
  const Child child(run_for_ever);
  bool waits = false;
  FakeListener listener(20);
  EXPECT_EQ(waits_in_its_call(asked_by(child.pid()), listener, &waits), Read::gone);
  EXPECT_FALSE(waits);
}

TEST(WaitsInItsCall, WhoIsGoneOrOutOfSightDoesNotWait) {
  Child child(sleep_for_ever);
  const pid_t gone = child.pid();
  child.end();
  bool waits = false;
  FakeListener over(0), open(1 << 20);
  EXPECT_EQ(waits_in_its_call(asked_by(gone), over, &waits), Read::gone);
  EXPECT_EQ(waits_in_its_call(asked_by(gone), open, &waits), Read::bad_address);
  EXPECT_FALSE(waits);
}

// As in a call that was heard, which only a signal that kills ends.
TEST(WaitsInItsCall, WhoHasASignalBeforeItIsKilled) {
  sigset_t all, before;
  sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, &before);
  const Child child(sleep_for_ever);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  bool waits = false;
  FakeListener listener(1 << 20);
  ASSERT_EQ(waits_in_its_call(asked_by(child.pid()), listener, &waits), Read::ok);
  ASSERT_EQ(::kill(child.pid(), SIGSEGV), 0);
  waits = false;
  FakeListener over(3);
  EXPECT_EQ(waits_in_its_call(asked_by(child.pid()), over, &waits), Read::gone);
  EXPECT_FALSE(waits);
  int status = 0;
  ASSERT_EQ(::waitpid(child.pid(), &status, 0), child.pid());
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

}  // namespace
}  // namespace sbx::supervisor
