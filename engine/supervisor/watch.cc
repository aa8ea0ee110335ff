#include "supervisor/watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "supervisor/ledger.h"
#include "supervisor/own_step.h"
#include "supervisor/surface.h"
#include "supervisor/task.h"
#include "supervisor/wire.h"

namespace sbx::supervisor {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::milliseconds;

// Until a call that was let through shows in the kernel's numbers.
constexpr milliseconds kMoment{1};
// What a program prints to files in its first moments waits in its pipes: most tests are over by
// then, and each word of theirs would wake the supervisor, only to be moved to where nobody looks.
constexpr milliseconds kUnheard{2};

}  // namespace

std::unique_ptr<Victim> real_task(pid_t task, pid_t init) {
  return std::make_unique<Task>(task, init);
}

void Watch::run(Report* report, std::optional<Trouble>* trouble) {
  for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
    if (one_step(i, report, trouble) == Next::box_over) {
      return;
    }
  }
}

Watch::Next Watch::one_step(std::size_t index, Report* report, std::optional<Trouble>* trouble) {
  const plan::StepPlan& step = plan_.steps[index];
  memory_ = {};
  asked_ = 0;
  listener_ = nullptr;
  budget_ = {count(step.limits.output), false};
  index_ = index;
  takes_stdin_ = step.takes_stdin;
  settled_ = false;
  watch_fuzz(step);
  const bool is_there = index == 0 && w_.made;
  is_its_own_ = index > 0 || !w_.again || w_.at_once;
  early_.reset();
  if (!is_there) {
    w_.one_processor->keep();
  }
  if (index > 0 && !w_.one_processor->fixed()) {  // it may be another than that of the step before
    w_.one_processor->join(w_.init);
  }
  started_ = now_ = Clock::now();
  deadline_ = started_ + step.limits.wall;
  const bool is_watched = std::any_of(w_.outs->begin(), w_.outs->end(),
                                      [](const OutRelay& out) { return !out.to_file(); });
  unheard_ = fuzzed_ || is_watched ? milliseconds(0) : kUnheard;
  hears_from_ = started_ + unheard_;
  next_cpu_look_ = started_ + soonest_spent(step, milliseconds(0));
  if (index == 0) {  // the first is part of what it was told
    listener_ = std::move(w_.listener);
  } else {
    // An init that failed already has said so on the wire: the loop hears it.
    send_word(w_.wire, child::Word::step, static_cast<int>(index));
    const std::shared_ptr<Listener>* const known = listener_of(step.carrier);
    listener_ = known != nullptr ? *known : nullptr;
  }
  Next next = Next::running;
  while (next == Next::running) {
    next = turn(step, report, trouble);
  }
  return next;
}

// One look at everything, in the order in which outcomes that are pending together rank.
Watch::Next Watch::turn(const plan::StepPlan& step, Report* report,
                        std::optional<Trouble>* trouble) {
  auto until =
      fuzzed_ && fuzzed_->stopping() ? fuzzed_->deadline() : std::min(deadline_, next_cpu_look_);
  const bool hears = now_ >= hears_from_;
  until = hears ? until : std::min(until, hears_from_);
  auto left = duration_cast<milliseconds>(until - now_).count() + 1;
  int error = wait_for_events(static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000)), hears);
  now_ = Clock::now();
  if (error != 0) {
    give_up("wait for the box", error, -1, step, report);
    return Next::box_over;
  }
  if (listener_readable_ && !notifications(step, report)) {
    return Next::box_over;
  }
  if (streams_ready_) {  // not for every notification: a compiler asks hundreds of times
    pump();
  }
  if (!listen_to_fuzz(step, report) || output_ends(step, report) || clocks(step, report)) {
    return Next::box_over;
  }
  if (caller_readable_ && caller_asks_to_stop()) {
    kill(-1);
    record(step, event::Stopped{}, report);
    return Next::box_over;
  }
  return wire_readable_ ? wire_message(step, report, trouble) : Next::running;
}

int Watch::wait_for_events(int timeout_ms, bool hears) {
  constexpr std::size_t kFirstStream = 4;
  std::vector<pollfd>& p = waited_for_;
  p = {
      {w_.wire, POLLIN, 0},
      {listener_ && !early_ ? listener_->fd() : -1, POLLIN, 0},
      {w_.caller, POLLIN, 0},
      {w_.caller_pidfd, POLLIN, 0},
      {feeds() ? w_.in->readable_fd() : -1, POLLIN, 0},
      {feeds() ? w_.in->writable_fd() : -1, POLLOUT, 0},
  };
  for (const OutRelay& out : *w_.outs) {
    p.push_back({hears ? out.readable_fd() : -1, POLLIN, 0});
    p.push_back({out.writable_fd(), POLLOUT, 0});
  }
  int n = ::poll(p.data(), p.size(), timeout_ms);
  if (n < 0 && errno != EINTR) {
    return errno;
  }
  auto seen = [&](std::size_t i) { return n > 0 && p[i].fd >= 0 && p[i].revents != 0; };
  wire_readable_ = seen(0);
  listener_readable_ = seen(1) && (p[1].revents & POLLIN) != 0;
  if (seen(1) && !listener_readable_) {
    listener_.reset();  // POLLHUP: no task under this filter is left
  }
  caller_readable_ = seen(2) || seen(3);
  streams_ready_ = false;
  for (std::size_t i = kFirstStream; i < p.size(); ++i) {
    streams_ready_ = streams_ready_ || seen(i);
  }
  return 0;
}

// False: the box was ended.
bool Watch::notifications(const plan::StepPlan& step, Report* report) {
  sys::Notification n;
  int error = listener_->receive(&n);
  if (error == ENOENT || error == EINTR || error == EAGAIN) {
    return true;  // the task died, or a signal came first
  }
  if (error != 0) {
    give_up("receive a notification", error, -1, step, report);
    return false;
  }
  return handle(n, step, report);
}

bool Watch::handle(const sys::Notification& n, const plan::StepPlan& step, Report* report) {
  const pid_t asking = static_cast<pid_t>(n.pid);
  if (!is_its_own_) {
    early_ = n;
    return true;
  }
  const std::unique_ptr<Victim> task = w_.look_at(asking, w_.init);
  if (w_.made && index_ == 0 && asked_ == 0 && feeds_for_good()) {
    bool waits = false;
    if (waits_in_its_call(n, *listener_, &waits) == Read::bad_address) {
      give_up("look at a task that asks", EACCES, asking, step, report);
      return false;
    }
    if (!waits) {
      return true;  // the init says that it has ended
    }
  }
  ++asked_;
  began_ = true;
  leaves_unnamed_ = leaves_unnamed_ || opens_unnamed(n.data);
  if (w_.reached != nullptr && may_reach_the_init(n.data)) {
    *w_.reached = true;
  }
  if (asked_ == 1 && index_ == 0 && w_.stands) {
    w_.stands();
  }
  if (asked_ == 1) {
    hears_from_ = now_ + unheard_;
    if (!let_go(asking, step, report)) {
      return false;
    }
  }
  if (fuzzed_) {
    fuzzed_->asks(asking);
    pump();  // what it printed came before what it asks
    if (!listen_to_fuzz(step, report)) {
      return false;
    }
  }
  Verdict v;  // proceed
  while (w_.recorder == nullptr || !w_.recorder->takes(n, step)) {
    v = judge(n, step, *task);
    if (v.kind != Verdict::Kind::later) {
      break;
    }
    std::this_thread::sleep_for(kMoment);
    now_ = Clock::now();
  }
  if (v.kind == Verdict::Kind::gone && !ends(n.id)) {
    give_up("look at a task that asks", ESRCH, asking, step, report);
    return false;
  }
  // What was read may have been another task's. An answer to a call that is over goes nowhere.
  const bool answers = v.kind == Verdict::Kind::proceed || v.kind == Verdict::Kind::answer;
  if (!answers && v.kind != Verdict::Kind::gone && !listener_->valid(n.id)) {
    return true;
  }
  sys::NotificationAnswer answer{n.id, 0, 0, 0};
  switch (v.kind) {
    case Verdict::Kind::gone:
    case Verdict::Kind::later:
      return true;
    case Verdict::Kind::refuse: {
      kill(asking);
      pump();
      if (!output_ends(step, report)) {  // what was printed before the refusal came first
        record(step, std::move(v.event), report);
      }
      return false;
    }
    case Verdict::Kind::stop:
      stopped(step, std::move(v.event), report, asking);
      answer.error = -v.error;
      break;
    case Verdict::Kind::answer:
      answer.error = -v.error;
      break;
    case Verdict::Kind::end:
      stopped(step, std::move(v.event), report);
      answer.flags = sys::kNotifContinue;
      break;
    case Verdict::Kind::proceed:
      answer.flags = sys::kNotifContinue;
      break;
  }
  const int error = listener_->answer(answer);
  if (error != 0 && error != ENOENT && error != EINTR) {
    give_up("answer a notification", error, asking, step, report);
    return false;
  }
  return true;
}

// A step is born where its box was built; its program has every processor from its start. A
// carrier's has taken them.
bool Watch::let_go(pid_t task, const plan::StepPlan& step, Report* report) {
  w_.one_processor->let_go();
  const int error = step.carrier < 0 ? OneProcessor::free(task) : 0;
  if (error != 0) {
    give_up("give a task its processors", error, task, step, report);
  }
  return error == 0;
}

// Whether a call that looked as if its task had died is over, in at most 50 ms. One that still
// waits then is alive, and out of sight: a /proc that hides it.
bool Watch::ends(std::uint64_t id) {
  for (int i = 0; i < 50 && listener_->valid(id); ++i) {
    std::this_thread::sleep_for(kMoment);
  }
  return !listener_->valid(id);
}

Watch::Next Watch::wire_message(const plan::StepPlan& step, Report* report,
                                std::optional<Trouble>* trouble) {
  child::Message m;
  sys::Fd fd;
  if (!receive_message(w_.wire, &m, &fd)) {
    *trouble = Trouble{{}, true};
    return Next::box_over;
  }
  if (m.word == child::Word::listener) {
    return take_listener(m, std::move(fd), step, report) ? Next::running : Next::box_over;
  }
  if (m.word == child::Word::failed) {
    *trouble = Trouble{{m.value, m.error}, false};
    return Next::box_over;
  }
  if (m.word == child::Word::done && m.number != w_.told) {
    w_.reaped += microseconds(m.cpu_us);
    return Next::running;  // one that waited for another box was killed there
  }
  if (m.word == child::Word::done && was_gone(m)) {
    if (!w_.in->rewind()) {
      give_up("read the program's input once more", errno, -1, step, report);
      return Next::box_over;
    }
    began_ = false;
    *trouble = Trouble{{}, true};
    return Next::box_over;
  }
  return m.word == child::Word::done ? finish(step, m, report) : Next::running;
}

Watch::Next Watch::finish(const plan::StepPlan& step, const child::Message& m, Report* report) {
  Usage u;
  u.label = step.label;
  u.cpu = microseconds(m.cpu_us);
  w_.reaped += u.cpu;
  settled_ = true;
  u.wall = duration_cast<microseconds>(Clock::now() - started_);
  u.peak_rss = Bytes{m.peak_rss_kib << 10};
  u.execs = memory_.execs;
  u.makers = memory_.makers;
  u.asked = asked_;
  report->usage.push_back(u);
  drain();
  if (output_ends(step, report)) {
    return Next::box_over;
  }
  Event e = outcome_of(m.status, u.cpu, step.limits);
  const auto* exited = std::get_if<event::Exited>(&e);
  const bool good = exited != nullptr && exited->code == 0 && !(fuzzed_ && fuzzed_->stopping());
  Next next = good ? Next::step_over : Next::box_over;
  // Steps that share a label are one to the reader: a build of ten commands says `compile: exit 0`
  // once.
  const bool last_of_its_label =
      index_ + 1 == plan_.steps.size() || plan_.steps[index_ + 1].label != step.label;
  if (next == Next::box_over || last_of_its_label) {
    record(step, std::move(e), report);
  }
  return next;
}

bool Watch::caller_asks_to_stop() {
  char word = 0;
  ssize_t n = w_.caller >= 0 ? ::recv(w_.caller, &word, 1, MSG_PEEK | MSG_DONTWAIT) : 0;
  caller_gone_ = n == 0 || (n < 0 && errno != EAGAIN);
  pollfd gone{w_.caller_pidfd, POLLIN, 0};
  caller_gone_ = caller_gone_ || (w_.caller_pidfd >= 0 && ::poll(&gone, 1, 0) > 0);
  return caller_gone_ || n > 0;
}

void Watch::pump() {
  if (feeds()) {
    w_.in->pump();
  }
  for (OutRelay& out : *w_.outs) {
    out.pump(&budget_);
  }
}

void Watch::drain() {
  for (;;) {
    std::vector<pollfd> p;
    for (OutRelay& out : *w_.outs) {
      bool drained = out.drained();
      if (!drained) {
        out.pump(&budget_);
        drained = out.drained();
      }
      if (!drained && !budget_.exceeded) {
        p.push_back({out.writable_fd(), POLLOUT, 0});
      }
    }
    if (p.empty()) {
      return;
    }
    p.push_back({w_.caller_pidfd, POLLIN, 0});
    if ((::poll(p.data(), p.size(), 1000) < 0 && errno != EINTR) || p.back().revents != 0) {
      return;
    }
  }
}

}  // namespace sbx::supervisor
