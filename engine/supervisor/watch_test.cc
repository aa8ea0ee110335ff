// The loop with a listener and victims that fail in every way: no call is let through unread,
// nothing hangs, and every end has its line.
#include "supervisor/watch_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cerrno>

#include "supervisor/task.h"

namespace sbx::supervisor {
namespace {

constexpr int kLastErrno = 133;
const int kNormal[] = {ENOENT, EINTR, EAGAIN};

Script asks_to_open() {
  return asks(sys::nr_if("openat"), {kAtCwd, kPath});
}

TEST(WatchFails, ReceivingWithEveryErrno) {
  for (int e = 1; e <= kLastErrno; ++e) {
    const bool normal = std::count(std::begin(kNormal), std::end(kNormal), e) > 0;
    FakeBox box;
    Script s = asks_to_open();
    s.receive_error = e;
    s.goes_on = normal;
    const std::string line = run(box, s);
    EXPECT_EQ(line, normal ? "exit 0;" : "cannot receive a notification: " + errno_name(e) + ";");
    EXPECT_EQ(s.answers, 0) << e;
    EXPECT_EQ(box.killed(normal ? 10 : 2000), !normal) << e;
  }
}

TEST(WatchFails, ANormalErrnoForEverIsTheWallClocks) {
  for (int e : kNormal) {
    FakeBox box;
    box.step().limits.wall = std::chrono::seconds(1);
    Script s = asks_to_open();
    s.receive_error = e;
    s.goes_on = false;
    EXPECT_EQ(run(box, s), "killed: wall clock (1 s);");
    EXPECT_EQ(s.answers, 0);
    EXPECT_TRUE(box.killed());
  }
}

TEST(WatchFails, AnsweringWithEveryErrno) {
  FakeVictim victim;
  victim.path = "/src/a";
  for (int e = 1; e <= kLastErrno; ++e) {
    const bool normal = e == ENOENT || e == EINTR;
    FakeBox box;
    Script s = asks_to_open();
    s.answer_error = e;
    s.goes_on = normal;
    EXPECT_EQ(run(box, s, victim),
              normal ? "exit 0;" : "cannot answer a notification: " + errno_name(e) + ";");
    EXPECT_EQ(s.answers, 1);
    EXPECT_EQ(box.killed(normal ? 10 : 2000), !normal);
  }
}

// What a task may be asking when its supervisor cannot look: each reads by other means.
std::vector<Script> every_asked_call() {
  std::vector<Script> all = {
      asks(sys::nr_if("openat"), {kAtCwd, kPath}),
      asks(sys::nr_if("openat"), {5, kPath}),
      asks(sys::nr_if("openat2"), {kAtCwd, kPath}),
      asks(sys::nr_if("open"), {kPath}),
      asks(sys::nr_if("creat"), {kPath}),
      asks(sys::nr_if("execve"), {kPath}),
      asks(sys::nr_if("execveat"), {kAtCwd, kPath}),
      asks(sys::nr_if("mmap"), {0, 4 * kMiB, 3, MAP_PRIVATE}),
      asks(sys::nr_if("mmap"), {0, 4 * kMiB, 3, MAP_FIXED}),
      asks(sys::nr_if("mremap"), {0, kMiB, 2 * kMiB}),
      asks(sys::nr_if("clone"), {SIGCHLD}),
      asks(sys::nr_if("clone"), {CLONE_THREAD}),
      asks(sys::nr_if("clone3"), {kStruct, 88}),
      asks(sys::nr_if("fork"), {}),
      asks(sys::nr_if("vfork"), {}),
      asks(sys::nr_if("kill"), {2, 9}),
      asks(sys::nr_if("socket"), {1, 1}),
  };
  return all;
}

using Field = Read FakeVictim::*;
const Field kEveryLook[] = {&FakeVictim::of_path,    &FakeVictim::of_cwd,
                            &FakeVictim::of_struct,  &FakeVictim::of_space,
                            &FakeVictim::of_maps,    &FakeVictim::of_population,
                            &FakeVictim::of_program, &FakeVictim::of_pid};

TEST(WatchFails, ABlindLookNeverLetsACallThrough) {
  for (Script s : every_asked_call()) {
    for (Read blind : {Read::bad_address, Read::too_long}) {
      FakeVictim victim;
      victim.path = "a";
      victim.descriptors[5] = "/src";
      for (Field look : kEveryLook) {
        victim.*look = blind;
      }
      FakeBox box;
      box.step().limits.processes = box.step().limits.threads = 0;
      Script script = s;
      const std::string line = run(box, script, victim);
      EXPECT_EQ(script.continued, 0) << s.asked.data.nr << " " << line;
      EXPECT_THAT(line, ::testing::AnyOf(::testing::StartsWith("refused: "), "exit 0;"));
      EXPECT_EQ(line == "exit 0;", script.answers == 1) << line;
    }
  }
}

// The task dies before any of the looks that the loop takes at its call: no refusal is recorded,
// and an answer has nobody to go to.
TEST(WatchFails, TheTaskDiesBetweenAnyTwoCalls) {
  for (Script s : every_asked_call()) {
    for (int looks = 0; looks < 2; ++looks) {
      FakeVictim victim;
      victim.path = "/etc/shadow";
      FakeBox box;
      Script script = s;
      script.valid_for = 0;
      script.answer_error = ENOENT;
      if (looks == 1) {
        for (Field look : kEveryLook) {
          victim.*look = Read::gone;
        }
      }
      EXPECT_EQ(run(box, script, victim), "exit 0;") << s.asked.data.nr;
      EXPECT_LE(script.answers, 1) << "the kernel says ENOENT";
    }
  }
}

TEST(WatchFails, ATaskThatLooksDeadAndStillWaitsIsNamed) {
  FakeVictim victim;
  victim.of_path = Read::gone;
  FakeBox box;
  Script s = asks_to_open();
  s.goes_on = false;
  EXPECT_EQ(run(box, s, victim), "cannot look at a task that asks: ESRCH;");
  EXPECT_EQ(s.answers, 0);
  EXPECT_TRUE(box.killed());

  FakeBox other;
  Script dies = asks_to_open();
  dies.valid_for = 3;
  EXPECT_EQ(run(other, dies, victim), "exit 0;");
}

TEST(WatchFails, AListenerThatDidNotArriveIsNamed) {
  FakeBox box;
  box.say(Word::listener);
  Report r = box.run({}, {});
  ASSERT_EQ(r.records.size(), 1u);
  EXPECT_EQ(to_line(r.records[0]), "cannot receive the listener: EMFILE");
  EXPECT_TRUE(box.killed());
}

TEST(WatchFails, AnInitThatIsGoneIsNoEnd) {
  for (bool with_listener : {false, true}) {
    FakeBox box;
    Script s = asks_to_open();
    s.box = &box;
    s.receive_error = EINTR;
    s.goes_on = false;
    if (with_listener) {
      box.say_listener();
    }
    box.hang_up();
    std::optional<Trouble> trouble;
    Report r =
        box.run([&](sys::Fd fd) { return std::make_unique<ScriptedListener>(std::move(fd), &s); },
                real_task, &trouble);
    EXPECT_TRUE(r.records.empty());
    ASSERT_TRUE(trouble.has_value());
    EXPECT_TRUE(trouble->lost);
  }
}

TEST(WatchFails, TheEndOfAnotherStepIsNoEnd) {
  FakeBox box;
  box.say(Word::done, -1, 7);  // of one that waited for another box
  box.hang_up();
  std::optional<Trouble> trouble;
  Report r = box.run({}, {}, &trouble);
  EXPECT_TRUE(r.records.empty());
  ASSERT_TRUE(trouble.has_value());
  EXPECT_TRUE(trouble->lost);
}

TEST(WatchFails, AWaitThatIsNoneEndsTheBox) {
  FakeBox box;
  rlimit before{}, none{2, 0};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  none.rlim_max = before.rlim_max;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);  // poll() takes no more than this many
  Report r = box.run({}, {});
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_EQ(r.records.size(), 1u);
  EXPECT_EQ(to_line(r.records[0]), "cannot wait for the box: EINVAL");
  EXPECT_TRUE(box.killed());
}

}  // namespace
}  // namespace sbx::supervisor
