// A step of a cell: on its way to its program, made before that was known, or killed there.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <string_view>

#include "supervisor/watch_test.h"

namespace sbx::supervisor {
namespace {

// In a cell a step is born under its filter. What it asks without the engine's word is a program's,
// whenever it asks.
TEST(Watch, AStepOfACellIsJudgedFromItsStart) {
  for (const char* call : {"socket", "setsid", "landlock_restrict_self", "sched_setaffinity"}) {
    for (const bool again : {true, false}) {
      FakeBox box;
      if (again) {
        box.follows_another();
      }
      const int number = sys::syscall_number(call);
      Script s = asks(number, {1, 1});
      EXPECT_EQ(run(box, s), "refused: syscall " + std::to_string(number) + " (" + call + ");");
      EXPECT_EQ(s.answers, 0);
      EXPECT_TRUE(box.killed());
    }
  }
}

// A step that was made early asks to start its program at any time, and its init has a word before
// that. Of one that is not this box's, and was ended, nothing is let through; this one's own step
// may have asked before that word was heard.
enum class Asks { made, ended, own };
class WhoAsksEarly : public testing::TestWithParam<Asks> {};

TEST_P(WhoAsksEarly, WaitsForTheInitsWord) {
  FakeVictim victim;
  victim.path = "/src/a";
  const bool taken = GetParam() == Asks::made, ended = GetParam() == Asks::ended;
  FakeBox box;
  Script s = starts();
  s.started = true;
  s.valid_for = ended ? 0 : s.valid_for;
  s.goes_on = !ended;
  s.box = &box;
  s.asked.pid = static_cast<std::uint32_t>(box.init());
  s.asked.data.arch = s.arch;
  int silent[2];
  ASSERT_EQ(::pipe2(silent, O_CLOEXEC), 0);
  const sys::Fd read(silent[0]), write(silent[1]);
  if (!ended) {
    ASSERT_EQ(::write(write.get(), "", 1), 1);
  }
  if (taken) {
    box.takes_a_step_that_was_made();
  } else {
    box.follows_another();
  }
  box.say_listener(1);  // said of what it was made for
  box.say(Word::listener, taken ? -1 : read.get(), 0);
  if (ended) {
    box.say(Word::done);
  }
  const Report r =
      box.run([&](sys::Fd fd) { return std::make_unique<ScriptedListener>(std::move(fd), &s); },
              [&](pid_t, pid_t) { return std::make_unique<FakeVictim>(victim); });
  EXPECT_EQ(s.received, 1);
  EXPECT_EQ(s.continued, ended ? 0 : 1);
  ASSERT_EQ(r.records.size(), 1u);
  EXPECT_EQ(to_line(r.records[0]), "exit 0");
}

INSTANTIATE_TEST_SUITE_P(Watch, WhoAsksEarly, testing::Values(Asks::made, Asks::ended, Asks::own));

// Its last call may have been answered: what ended before its program was started is no program's
// end, and what was read for it is read once more.
TEST(Watch, AStepThatWasKilledWhereItWaitedIsNoProgram) {
  constexpr std::string_view kInput = "input";
  FakeVictim victim;
  victim.path = "/src/a";
  for (const bool started : {false, true}) {
    FakeBox box;
    box.takes_a_step_that_was_made();
    const sys::Fd input(::memfd_create("input", MFD_CLOEXEC));
    ASSERT_EQ(::pwrite(input.get(), kInput.data(), kInput.size(), 0),
              static_cast<ssize_t>(kInput.size()));
    ASSERT_EQ(::lseek(input.get(), 1, SEEK_SET), 1);
    box.has_input(input.get());
    Script s = starts();
    s.started = started;
    s.box = &box;
    s.asked.pid = static_cast<std::uint32_t>(box.init());
    s.asked.data.arch = s.arch;
    box.say_listener();
    std::optional<Trouble> trouble;
    const Report r =
        box.run([&](sys::Fd fd) { return std::make_unique<ScriptedListener>(std::move(fd), &s); },
                [&](pid_t, pid_t) { return std::make_unique<FakeVictim>(victim); }, &trouble);
    EXPECT_EQ(s.continued, 1);
    EXPECT_EQ(trouble && trouble->lost, !started);
    EXPECT_EQ(r.records.size(), started ? 1u : 0u);
    EXPECT_EQ(::lseek(input.get(), 0, SEEK_CUR), started ? static_cast<off_t>(kInput.size()) : 1);
  }
}

TEST(Watch, BeforeItsProgramTooNoOtherNumberingIsLetThrough) {
  FakeBox box;
  box.follows_another();
  Script s{};
  s.arch = sys::kArchI386;
  s.asked.data.nr = 5;
  EXPECT_EQ(run(box, s), "refused: i386 syscall 5 (open);");
  EXPECT_EQ(s.answers, 0);
}

}  // namespace
}  // namespace sbx::supervisor
