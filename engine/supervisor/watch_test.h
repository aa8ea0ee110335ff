// supervisor/watch_test.h - a box without one, and a listener that says what a test tells it.
#pragma once
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "supervisor/decide_test.h"
#include "supervisor/watch.h"
#include "sys/scm.h"

namespace sbx::supervisor {

using child::Message;
using child::Word;
using Clock = std::chrono::steady_clock;

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
  // Borrowed.
  void has_input(int source) {
    source_ = source;
    step_.takes_stdin = true;
  }

  Report run(std::function<std::unique_ptr<Listener>(sys::Fd)> listen,
             std::function<std::unique_ptr<Victim>(pid_t, pid_t)> look_at,
             std::optional<Trouble>* trouble = nullptr) {
    std::optional<Trouble> ignored;
    plan::Plan plan;
    plan.steps.push_back(std::move(step_));
    std::vector<OutRelay> outs;
    int input[2] = {-1, -1};
    EXPECT_TRUE(source_ < 0 || ::pipe2(input, O_CLOEXEC | O_NONBLOCK) == 0);
    const sys::Fd read(input[0]);
    InRelay in(source_, sys::Fd(input[1]));
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
  int source_ = -1;
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

inline std::string run(FakeBox& box, Script& script, const FakeVictim& victim = {}) {
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

inline Script asks(int call, std::vector<std::uint64_t> args) {
  Script s{};
  s.asked.data.nr = call;
  std::copy(args.begin(), args.end(), s.asked.data.args);
  return s;
}

inline Script starts() {
  return asks(sys::nr_if("execve"), {kPath});
}

}  // namespace sbx::supervisor
