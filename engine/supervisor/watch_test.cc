// The loop with a listener and victims that fail in every way: no call is let through unread,
// nothing hangs, and every end has its line.
#include "supervisor/watch.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cerrno>
#include <functional>

#include "supervisor/decide_test.h"
#include "supervisor/task.h"
#include "sys/scm.h"

namespace sbx::supervisor {
namespace {

using child::Message;
using child::Word;
using Clock = std::chrono::steady_clock;

constexpr int kLastErrno = 133;
const int kNormal[] = {ENOENT, EINTR, EAGAIN};

// A box without one: its init is a process that sleeps, the other end of the wire is the test's,
// the listener is a pipe with a byte in it that nobody but the init holds the other end of.
class FakeBox {
 public:
  FakeBox() {
    int pair[2], pipe[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
    EXPECT_EQ(::pipe2(pipe, O_CLOEXEC), 0);
    wire_.reset(pair[0]);
    init_wire_.reset(pair[1]);
    listener_.reset(pipe[0]);
    EXPECT_EQ(::write(pipe[1], "n", 1), 1);
    init_ = ::fork();
    if (init_ == 0) {
      ::close(pair[0]);
      ::close(pair[1]);
      for (;;) {
        ::pause();
      }
    }
    ::close(pipe[1]);
    pidfd_.reset(static_cast<int>(::syscall(SYS_pidfd_open, init_, 0)));
    step_.roots = {"/src"};
    step_.limits.wall = std::chrono::seconds(5);
    step_.takes_stdin = false;
  }
  ~FakeBox() {
    ::kill(init_, SIGKILL);
    ::waitpid(init_, nullptr, 0);
  }
  FakeBox(const FakeBox&) = delete;
  FakeBox& operator=(const FakeBox&) = delete;

  // `number`: of the word that led to the step.
  void say(Word word, int fd = -1, int number = 0, bool started = false) {
    Message m;
    m.word = word;
    m.number = number;
    m.started = started ? 1 : 0;
    std::vector<int> fds;
    if (fd >= 0) {
      fds.push_back(fd);
    }
    EXPECT_GT(sys::send_with_fds(init_wire_.get(), &m, sizeof m, fds), 0);
  }
  void say_listener(int number = 0) {
    say(Word::listener, listener_.get(), number);
    listener_.reset();
  }
  void hang_up() { init_wire_.reset(); }
  pid_t init() const { return init_; }
  // Whether a signal ended the init; it may take a moment.
  bool killed(int in_ms = 2000) {
    pollfd p{pidfd_.get(), POLLIN, 0};
    return ::poll(&p, 1, in_ms) == 1;
  }
  plan::StepPlan& step() { return step_; }
  void follows_another() { again_ = true; }
  void takes_a_step_that_was_made() { again_ = made_ = true; }

  Report run(std::function<std::unique_ptr<Listener>(sys::Fd)> listen,
             std::function<std::unique_ptr<Victim>(pid_t, pid_t)> look_at,
             std::optional<Trouble>* trouble = nullptr) {
    std::optional<Trouble> ignored;
    plan::Plan plan;
    plan.steps.push_back(std::move(step_));
    std::vector<OutRelay> outs;
    InRelay in(-1, sys::Fd());
    OneProcessor one_processor;
    Watched w;
    w.init = init_;
    w.init_pidfd = pidfd_.get();
    w.wire = wire_.get();
    w.outs = &outs;
    w.in = &in;
    w.one_processor = &one_processor;
    w.again = again_;
    w.made = made_;
    w.listen = std::move(listen);
    w.look_at = std::move(look_at);
    Report report;
    Watch(plan, std::move(w)).run(&report, trouble == nullptr ? &ignored : trouble);
    return report;
  }

 private:
  sys::Fd wire_, init_wire_, listener_, pidfd_;
  plan::StepPlan step_;
  pid_t init_ = -1;
  bool again_ = false, made_ = false;
};

// Answers as it is told, and says `done` for the init when the box may go on.
struct Script {
  FakeBox* box;
  sys::Notification asked{};
  int receive_error = 0;
  int answer_error = 0;
  int valid_for = 1 << 30;  // looks until the task is dead
  bool started = false;
  bool goes_on = true;  // the step ends by itself once its call was answered, or its task is dead
  int received = 0, answers = 0, continued = 0;
  std::uint32_t arch = sys::kNativeAudit;
};

class ScriptedListener : public Listener {
 public:
  ScriptedListener(sys::Fd fd, Script* script) : fd_(std::move(fd)), s_(script) {}
  int receive(sys::Notification* out) override {
    ++s_->received;
    *out = s_->asked;
    if (s_->receive_error != 0 && s_->goes_on) {
      go_on();
    }
    return s_->receive_error;
  }
  int answer(const sys::NotificationAnswer& answer) override {
    ++s_->answers;
    s_->continued += (answer.flags & sys::kNotifContinue) != 0 ? 1 : 0;
    go_on();
    return s_->answer_error;
  }
  bool valid(std::uint64_t) override {
    if (s_->valid_for-- > 0) {
      return true;
    }
    go_on();
    return false;
  }
  [[nodiscard]] int fd() const override { return fd_.get(); }

 private:
  void go_on() {
    if (s_->goes_on) {
      char byte = 0;
      EXPECT_EQ(::read(fd_.get(), &byte, 1), 1);
      s_->box->say(Word::done, -1, 0, s_->started);
      s_->goes_on = false;
    }
  }
  sys::Fd fd_;
  Script* s_;
};

std::string run(FakeBox& box, Script& script, const FakeVictim& victim = {}) {
  script.box = &box;
  script.asked.pid = static_cast<std::uint32_t>(box.init());
  script.asked.data.arch = script.arch;
  box.say_listener();
  const auto start = Clock::now();
  Report r = box.run(
      [&](sys::Fd fd) { return std::make_unique<ScriptedListener>(std::move(fd), &script); },
      [&](pid_t, pid_t) { return std::make_unique<FakeVictim>(victim); });
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(4));
  std::string all;
  for (const Record& record : r.records) {
    all += to_line(record) + ";";
  }
  return all;
}

Script asks(int call, std::vector<std::uint64_t> args) {
  Script s{};
  s.asked.data.nr = call;
  std::copy(args.begin(), args.end(), s.asked.data.args);
  return s;
}

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

Script starts() {
  return asks(sys::nr_if("execve"), {kPath});
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
// end.
TEST(Watch, AStepThatWasKilledWhereItWaitedIsNoProgram) {
  FakeVictim victim;
  victim.path = "/src/a";
  for (const bool started : {false, true}) {
    FakeBox box;
    box.takes_a_step_that_was_made();
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

// A count that could not be taken is no count: with no descriptor left the supervisor sees nothing.
TEST(TaskFails, WithoutDescriptorsNothingCounts) {
  FakeBox a_process_below_this_one;
  Task task(::getpid(), ::getpid());
  Population alive;
  std::uint64_t bytes = 0;
  bool exists = false;
  std::chrono::milliseconds used{};
  EXPECT_EQ(task.population(&alive), Read::ok);
  EXPECT_EQ(cpu_under(::getpid(), &used), Read::ok);
  EXPECT_EQ(task.program("/no/such/file", &exists, &bytes), Read::ok);
  EXPECT_FALSE(exists);
  rlimit before{}, none{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  none = {0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const Read counted = task.population(&alive);
  const Read timed = cpu_under(::getpid(), &used);
  const Read sized = task.address_space(&bytes);
  const Read mapped = task.mapped_within(0, 1, &bytes);
  const Read known = task.is_itself(1, &exists);
  const Read looked = task.program("/proc/self/exe", &exists, &bytes);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  for (Read r : {counted, timed, sized, mapped, known, looked}) {
    EXPECT_EQ(r, Read::bad_address);
  }
}

}  // namespace
}  // namespace sbx::supervisor
