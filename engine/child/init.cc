#include "child/init.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

#include "child/carrier.h"
#include "child/line.h"
#include "child/reap.h"
#include "child/reaper.h"
#include "child/step.h"
#include "sys/raw_syscall.h"
#include "sys/start_on.h"

namespace sbx::child {
namespace {

using sys::address;
using sys::raw;

constexpr int kEperm = 1;
constexpr int kEsrch = 3;
constexpr int kEmfile = 24;
constexpr int kSignals = 64;
constexpr unsigned long kSignalSet = 8;  // bytes, as the kernel's calls want it said

class Init {
 public:
  explicit Init(InitPlan& plan) : plan_(plan), wire_(plan.wire) {
    plan_.shared.slots[plan::kSlotLastPid] = -1;
    plan_.shared.slots[plan::kSlotUpper] = -1;
    plan_.shared.slots[plan::kSlotListener] = -1;
  }

  [[noreturn]] void run() {
    own_the_process();
    for (;;) {
      if (waits_ && !has_reaper() && ends_unasked()) {
        continue;
      }
      const Message m = receive();
      let_the_reaper_finish();
      if (m.word == Word::prepare) {
        run_list(plan_.prologue, -1);
        prepared_ = plan_.prologue.count;
      } else if (m.word == Word::go) {
        go(m.number);
      } else if (m.word == Word::ready) {
        told_ = m.number;
        run_list(plan_.renewal, -1);
        run_list(plan_.next.prepare, -1);
        start(plan_.next);
        waits_ = true;
      } else {
        run_step(plan_.steps[m.value]);
      }
    }
  }

 private:
  void go(int32_t number) {
    const bool takes = plan_.takes_waiting;
    if (!takes) {
      let_go_of_the_waiting();
    }
    if (takes && (!waits_ || (has_reaper() && !renumber(&reaper_, told_, number)))) {
      fail(-1, kEsrch);  // somebody killed it
    }
    told_ = number;
    build();
    if (!takes) {
      tell_of_its_carrier(plan_.steps[0]);
    }
    run_step(plan_.steps[0]);
  }

  void own_the_process() {
    // An ignored SIGCHLD would hide the step's end, others reach the program.
    const unsigned long to_default[4] = {};  // struct sigaction as the kernel has it
    for (int s = 1; s <= kSignals; ++s) {
      raw(__NR_rt_sigaction, s, address(to_default), 0, kSignalSet);
    }
    close_the_rest();
    raw(__NR_umask, 022);
    const unsigned long child = 1ul << (SIGCHLD - 1);
    signals_ = raw(__NR_signalfd4, -1, address(&child), sizeof child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (sys::failed(signals_)) {
      fail(-1, -signals_);
    }
  }

  // The supervisor opened everything close-on-exec; what the init does not need must not be kept
  // open by it either: a pipe's other end, another box's socket. 0, 1 and 2 were the caller's; they
  // stay somebody's, lest what comes takes their numbers, and every step gets its own.
  void close_the_rest() {
    const unsigned wire = static_cast<unsigned>(wire_);
    raw(__NR_close_range, 3, wire - 1, 0);
    raw(__NR_close_range, wire + 1, ~0u, 0);
    for (int fd = 0; fd < 3; ++fd) {
      raw(__NR_dup3, wire_, fd, O_CLOEXEC);
    }
  }

  void build() {
    const OpList& all = plan_.build;
    for (int fd = 0; fd < 3; ++fd) {
      raw(__NR_dup3, plan_.shared.slots[plan::kSlotStdinNone], fd, 0);
    }
    run_list({all.ops + prepared_, all.count - prepared_, all.base + prepared_}, plan_.fail_at);
    prepared_ = 0;
    built_ = true;
  }

  [[noreturn]] void fail(int op, long error) {
    Message m;
    m.word = Word::failed;
    m.value = op;
    m.error = static_cast<int32_t>(error);
    send(m);
    leave();
  }

  void send(const Message& m, int descriptor = -1) {
    if (!say(wire_, m, descriptor)) {
      leave();
    }
  }

  Message receive() {
    Message m;
    const Heard heard = hear(&plan_, built_, &m);
    if (heard == Heard::gone) {
      leave();
    }
    if (heard == Heard::cut) {
      fail(-1, kEmfile);
    }
    return m;
  }

  // Everything dies before the init does.
  [[noreturn]] void leave() {
    Message ignored;
    end_everything(children(), &ignored);
    for (;;) {
      raw(__NR_exit_group, 0);
    }
  }

  [[nodiscard]] Children children() const { return {static_cast<int>(signals_), wire_}; }
  // False: there is a word first.
  bool wait(long step, Till till, Message* done) {
    const Waited waited = wait_for(step, till, children(), done);
    if (waited == Waited::gone) {
      leave();
    }
    return waited == Waited::ended;
  }

  void run_list(const OpList& list, int fail_at) {
    plan::Failure failure;
    if (!run_ops({list.ops, list.count, list.base, fail_at, &plan_.shared}, &failure)) {
      fail(failure.op, failure.error);
    }
  }

  // Till its listener is with the supervisor.
  void start(const InitStep& step) {
    Shared& shared = plan_.shared;
    shared.event = 0;
    shared.failure = {};
    room_ = {step.room.ops, step.room.count, step.room.base, plan_.fail_at, &shared};
    clone_op_ = step.room.base;
    if (step.carrier < 0) {
      start_bare(step);
    } else {
      start_carried(step);
    }
  }

  // The number of the step that was started; 0: the reaper has said that it is over.
  long steps_number() {
    while (__atomic_load_n(&reaper_.made, __ATOMIC_ACQUIRE) == 0 && !reaper_took_it()) {
      look_again_at(&reaper_.made);
    }
    return that_was_made();
  }
  long that_was_made() {
    const long step = __atomic_load_n(&reaper_.made, __ATOMIC_ACQUIRE);
    if (sys::failed(step)) {
      fail(clone_op_, -step);
    }
    return step;
  }

  char* top_of_the_steps_stack() const { return plan_.step_stack + sizeof plan_.step_stack; }

  // A step that installs its own filter.
  void start_bare(const InitStep& step) {
    const Shared& shared = plan_.shared;
    expect(step);
    const long pid = clone_step(top_of_the_steps_stack(), &room_);
    if (sys::failed(pid)) {
      fail(clone_op_, -pid);
    }
    if (await_the_filter()) {
      hand_over(shared.slots[plan::kSlotListener], 0);
    } else if (shared.event == kEventFailed) {
      raw(__NR_kill, pid, SIGKILL);  // its exit may wait under a filter that nobody listens to
    }
    publish(&reaper_.made, pid);
  }

  void start_carried(const InitStep& step) {
    Carrier& carrier = carriers_[step.carrier];
    if (carrier.thread == 0) {
      raise(step);
    } else if (plan_.reached && (!as_its_init(carrier.thread) || !as_its_init(reaper_.thread))) {
      fail(-1, kEperm);
    }
    expect(step);
    carrier.room = &room_;
    __atomic_store_n(&carrier.asked, 1, __ATOMIC_RELEASE);
    raw(__NR_futex, address(&carrier.asked), FUTEX_WAKE, 1);
  }

  // A step of another may have been waited for till now.
  void tell_of_its_carrier(const InitStep& step) {
    if (step.carrier >= 0 && carriers_[step.carrier].thread != 0) {
      hand_over(-1, step.carrier + 1);
    }
  }

  // Its number is far from those of the box's processes, which are the same with and without it.
  void raise(const InitStep& step) {
    Shared& shared = plan_.shared;
    Carrier& carrier = carriers_[step.carrier];
    carrier.ops = {step.carried.ops, step.carried.count, step.carried.base, -1, &shared};
    carrier.stack = top_of_the_steps_stack();
    carrier.made = &reaper_.made;
    carrier.pass = step.pass;
    run_list(step.number, -1);
    if (!has_reaper()) {
      raise_reaper(step);
    }
    char* top = plan_.carrier_stacks[step.carrier] + kCarrierStack;
    const long thread = sys::start_on(kCarrierFlags, top, nullptr, carrier_entry, &carrier);
    if (sys::failed(thread)) {
      fail(step.room.base, -thread);  // its name serves: a step was to be started
    }
    run_list(step.number_again, -1);
    await_the_filter();
    if (shared.event == kEventFailed) {
      fail(shared.failure.op, shared.failure.error);
    }
    shared.event = 0;
    carrier.thread = thread;
    // Stays open: what is asked while the supervisor dies must not be answered with ENOSYS.
    hand_over(shared.slots[plan::kSlotListener], step.carrier + 1);
    shared.slots[plan::kSlotListener] = -1;
  }

  void raise_reaper(const InitStep& step) {
    reaper_ = {0, 0, 1, 0, this, [](void* init) { static_cast<Init*>(init)->reap(); }};
    const long thread = sys::start_on(kCarrierFlags, plan_.reaper_stack + sizeof plan_.reaper_stack,
                                      nullptr, reaper_entry, &reaper_);
    if (sys::failed(thread)) {
      fail(step.room.base, -thread);
    }
    reaper_.thread = thread;
  }
  [[nodiscard]] bool has_reaper() const { return reaper_.thread != 0; }

  // Of a step that is started next.
  void expect(const InitStep& step) {
    reaped_ = &step;
    if (has_reaper()) {
      child::expect(&reaper_, told_);
    }
  }

  // By the reaper.
  void reap() {
    Message done;
    wait(that_was_made(), Till::end_alone, &done);
    done.number = take(&reaper_);
    if (lets_go_) {
      say_that_it_is_gone(done);
    } else {
      finish(*reaped_, done);
    }
  }

  // It may be saying that the step is over.
  void let_the_reaper_finish() {
    if (reaper_took_it()) {
      let_the_reaper_say_it();
      waits_ = false;
    }
  }
  [[nodiscard]] bool reaper_took_it() const {
    return has_reaper() && __atomic_load_n(&reaper_.number, __ATOMIC_ACQUIRE) == 0;
  }
  void let_the_reaper_say_it() {
    while (__atomic_load_n(&reaper_.idle, __ATOMIC_ACQUIRE) == 0) {
      look_again_at(&reaper_.idle);
    }
  }

  // What waits is that step by now, and has its last op before it.
  void release(const InitStep& step) {
    room_.base = step.room.base + step.room.count - room_.count;
    hand_over(-1, step.carrier + 1);
  }

  // The next box is another than was thought.
  void let_go_of_the_waiting() {
    if (!waits_) {
      return;
    }
    const long pid = steps_number();
    lets_go_ = true;
    if (pid > 0) {
      raw(__NR_kill, pid, SIGKILL);
    }
    if (has_reaper()) {
      let_the_reaper_say_it();
    } else {
      Message done;
      wait(pid, Till::end, &done);
      take_end(&done);
      say_that_it_is_gone(done);
    }
    lets_go_ = false;
    waits_ = false;
  }

  // However it was made.
  void say_that_it_is_gone(const Message& done) {
    close_the_steps_listener();
    send(done);
  }

  void run_step(const InitStep& step) {
    run_list(step.prepare, plan_.fail_at);
    const bool started = waits_;
    waits_ = false;
    if (started) {
      reaped_ = &step;
      release(step);
    } else {
      start(step);
    }
    if (!has_reaper()) {
      end(step);
    }
  }

  // As the reaper does, where there is none.
  void take_end(Message* done) {
    reaper_.made = 0;
    done->number = told_;
  }

  // Waits for it.
  void end(const InitStep& step) {
    Message done;
    wait(steps_number(), Till::end, &done);
    take_end(&done);
    finish(step, done);
  }

  // Of the step that waits. False: there is a word first. True: it was let go of, or killed.
  bool ends_unasked() {
    Message done;
    if (!wait(steps_number(), Till::end_or_word, &done)) {
      return false;
    }
    waits_ = false;
    take_end(&done);
    finish(plan_.next, done);
    return true;
  }

  void finish(const InitStep& step, const Message& done) {
    Shared& shared = plan_.shared;
    if (shared.event == kEventFailed) {
      fail(shared.failure.op, shared.failure.error);
    }
    if (!step.keeps_ruleset) {
      raw(__NR_close, shared.slots[plan::kSlotRuleset]);
    }
    close_the_steps_listener();
    send(done);
  }

  // A carrier's stays.
  void close_the_steps_listener() {
    int32_t& listener = plan_.shared.slots[plan::kSlotListener];
    if (listener >= 0) {
      raw(__NR_close, listener);
      listener = -1;
    }
  }

  // Till another task changes that from 0. The supervisor may have died meanwhile.
  void look_again_at(const int32_t* futex) {
    const timespec look_again{0, 50'000'000};
    raw(__NR_futex, address(futex), FUTEX_WAIT, 0, address(&look_again));
    if (gone(wire_)) {
      leave();
    }
  }

  // Whether it stands; not if its op failed, nor if the step that was to install it has died.
  bool await_the_filter() {
    const int32_t* event = &plan_.shared.event;
    while (__atomic_load_n(event, __ATOMIC_ACQUIRE) == 0) {
      look_again_at(event);
      siginfo_t ended;
      ended.si_pid = 0;
      if (raw(__NR_waitid, P_ALL, 0, address(&ended), WEXITED | WNOHANG | WNOWAIT) == 0 &&
          ended.si_pid != 0) {
        break;
      }
    }
    return __atomic_load_n(event, __ATOMIC_ACQUIRE) == kEventListener;
  }

  // A step's first notification waits by itself for whoever holds the listener; -1: the supervisor
  // has it.
  void hand_over(int listener, int value) {
    Message m;
    m.word = Word::listener;
    m.value = value;
    m.number = told_;
    send(m, listener);
  }

  InitPlan& plan_;
  int wire_;
  int prepared_ = 0;    // of the build's ops
  int32_t told_ = 0;    // the number of the last `go` or `ready`
  bool built_ = false;  // the tree stands
  RoomPlan room_{};     // of the step that lives, which reads it
  bool waits_ = false;  // the step that was made before its program was known
  int clone_op_ = -1;   // what failed, if that is one
  long signals_ = -1;
  Carrier carriers_[plan::kMostCarriers] = {};
  Reaper reaper_ = {};
  const InitStep* reaped_ = nullptr;  // whom it waits for
  bool lets_go_ = false;              // of that one
};

}  // namespace

int init_entry(void* plan) {
  Init(*static_cast<InitPlan*>(plan)).run();
}

}  // namespace sbx::child
