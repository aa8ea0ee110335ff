#include "supervisor/init_process.h"

#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "supervisor/idmap.h"
#include "supervisor/listener.h"
#include "supervisor/watch.h"
#include "supervisor/wire.h"
#include "sys/raw_syscall.h"
#include "sys/scm.h"

namespace sbx::supervisor {
namespace {

child::OpList list_of(const std::vector<plan::Op>& ops, int base) {
  return {ops.data(), static_cast<int>(ops.size()), base};
}

child::InitStep step_of(const plan::StepPlan& s) {
  return {list_of(s.prepare, s.prepare_base),
          list_of(s.room, s.room_base),
          s.carrier,
          s.pass,
          list_of(s.number, s.number_base),
          list_of(s.carried, s.carried_base),
          list_of(s.number_again, s.number_again_base),
          s.keeps_ruleset};
}

}  // namespace

std::unique_ptr<InitProcess> InitProcess::start(int* error) {
  if (auto early = take_early()) {
    return early;
  }
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
    *error = errno;
    return nullptr;
  }
  std::unique_ptr<InitProcess> init(new InitProcess);
  init->wire_.reset(pair[0]);
  const sys::Fd theirs(pair[1]);
  // The stacks stay as the heap has them: clearing them would touch every page.
  init->own_ = std::make_unique_for_overwrite<child::InitPlan>();
  init->shared_ = init->own_.get();
  init->shared_->wire = theirs.get();
  init->shared_->reached = false;
  sigset_t all, old;
  sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, &old);
  int pidfd = -1;
  const long pid = child::start_init(init->shared_, 0, &pidfd);
  ::sigprocmask(SIG_SETMASK, &old, nullptr);
  if (sys::failed(pid)) {
    *error = static_cast<int>(-pid);
    return nullptr;
  }
  init->pid_ = static_cast<pid_t>(pid);
  init->pidfd_.reset(pidfd);
  return init;
}

std::unique_ptr<InitProcess> InitProcess::take_early() {
  child::EarlyInit& early = child::early_init;
  if (early.starter <= 0) {
    return nullptr;
  }
  std::unique_ptr<InitProcess> init(new InitProcess);
  init->starter_ = static_cast<pid_t>(std::exchange(early.starter, 0));
  const timespec look_again{0, 50'000'000};  // somebody may have killed it
  while (__atomic_load_n(&early.pid, __ATOMIC_ACQUIRE) == 0 && !init->reap_starter(WNOHANG)) {
    ::syscall(SYS_futex, &early.pid, FUTEX_WAIT, 0, &look_again);
  }
  const sys::Fd theirs(early.plan->wire);
  init->wire_.reset(early.wire);
  if (early.pid <= 0) {
    return nullptr;
  }
  init->shared_ = early.plan;
  init->pid_ = early.pid;
  init->pidfd_.reset(early.pidfd);
  return init;
}

bool InitProcess::reap_starter(int how) {
  if (starter_ > 0) {
    const pid_t reaped = ::waitpid(starter_, nullptr, __WALL | how);
    starter_ = reaped == 0 || (reaped < 0 && errno == EINTR) ? starter_ : -1;
  }
  return starter_ < 0;
}

int InitProcess::write_maps(const plan::HostFacts& facts) const {
  return supervisor::write_maps(pid_, facts);
}

bool InitProcess::prepare(const plan::HostFacts& facts) {
  if (write_maps(facts) != 0) {
    return false;
  }
  prologue_ = plan::prologue(facts);
  shared_->prologue = list_of(prologue_.ops, 0);
  return send_word(wire_.get(), child::Word::prepare) == 0;
}

bool InitProcess::died_of(int error) const {
  constexpr int kMomentMs = 300;
  const bool may_be =
      error == EACCES || error == ENOENT || error == ESRCH || error == EPIPE || error == ECONNRESET;
  pollfd p{pidfd_.get(), POLLIN, 0};
  return ::poll(&p, 1, may_be ? kMomentMs : 0) > 0;
}

bool InitProcess::waits() {
  pollfd p{wire_.get(), POLLIN, 0};
  return ::poll(&p, 1, 0) == 0 || takes_word();
}

// All that it may say unasked is that the step is on its way that it was told to make.
bool InitProcess::takes_word() {
  child::Message m;
  sys::Fd fd;
  if (!made_ || listener_ || !receive_message(wire_.get(), &m, &fd) ||
      m.word != child::Word::listener || m.value != made_by_ + 1 || !fd) {
    return false;
  }
  listener_ = std::make_shared<KernelListener>(std::move(fd));
  if (made_by_ >= 0) {
    carriers_[static_cast<std::size_t>(made_by_)] = listener_;
  }
  return true;
}

bool InitProcess::get_ready(const plan::Plan& plan, const Descriptors& streams) {
  shared_->renewal = list_of(plan.init, 0);
  shared_->next = step_of(plan.steps.front());
  made_by_ = shared_->next.carrier;
  listener_ = made_by_ >= 0 ? carriers_[static_cast<std::size_t>(made_by_)] : nullptr;
  made_ = say(child::Word::ready, streams) == 0;
  return made_;
}

void InitProcess::set_steps(const plan::Plan& plan) {
  steps_.clear();
  for (const plan::StepPlan& s : plan.steps) {
    steps_.push_back(step_of(s));
  }
  shared_->steps = steps_.data();
  shared_->fail_at = plan.fail_at;
  made_ = false;
}

int InitProcess::go(const plan::Plan& plan, const Descriptors& slots, bool takes_ready) {
  set_steps(plan);
  // What begins a box in a tree that stands, the step that is there has seen already.
  shared_->build = takes_ready ? child::OpList{nullptr, 0, 0} : list_of(plan.init, 0);
  shared_->takes_waiting = takes_ready;
  return say(child::Word::go, slots);
}

int InitProcess::say(child::Word word, const Descriptors& slots) {
  std::vector<int> fds;
  for (const auto& [slot, fd] : slots) {
    SBX_CHECK(fds.size() < child::kMostIncoming);
    shared_->incoming[fds.size()] = slot;
    fds.push_back(fd);
  }
  child::Message m;
  m.word = word;
  m.number = ++told_;
  return sys::send_with_fds(wire_.get(), &m, sizeof m, fds) < 0 ? errno : 0;
}

void InitProcess::end() {
  while (!reap_starter(0)) {
  }
  if (!pidfd_) {
    return;
  }
  kill_init(pid_, pidfd_.get());
  siginfo_t info;
  while (::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(pidfd_.get()), &info,
                  WEXITED | __WALL) != 0 &&
         errno == EINTR) {
  }
  pidfd_.reset();
}

}  // namespace sbx::supervisor
