#include "child/init.h"

#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "child/step.h"
#include "sys/raw_syscall.h"
#include "sys/scm.h"

namespace sbx::child {
namespace {

constexpr std::size_t kStepStack = 64 << 10;

alignas(16) char step_stack[kStepStack];  // one step lives at a time
Shared shared;

class Init {
 public:
  explicit Init(const plan::Plan& plan) : plan_(plan), wire_(plan.descriptors.wire) {}

  [[noreturn]] void run() {
    own_the_process();
    Message m = receive();  // go
    std::copy(std::begin(plan_.initial), std::end(plan_.initial), std::begin(shared.slots));
    run_list(plan_.init, 0);
    for (;;) {
      m = receive();
      run_step(static_cast<std::size_t>(m.value));
    }
  }

 private:
  void own_the_process() {
    for (int s = 1; s < 65; ++s) {
      ::signal(s,
               SIG_DFL);  // an ignored SIGCHLD would hide the step's end, others reach the program
    }
    close_the_rest();
    ::umask(022);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    children_ = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (children_ < 0) {
      fail_before_ops(errno);
    }
  }

  // The supervisor opened everything close-on-exec; what the init does not need must not be kept
  // open by it either: a pipe's other end, another box's socket.
  void close_the_rest() {
    const plan::Descriptors& d = plan_.descriptors;
    std::vector<int> keep = {0,     1,     2,          d.wire, d.stdin_step, d.stdin_none,
                             d.out, d.err, d.tombstone};
    keep.insert(keep.end(), std::begin(plan_.initial), std::end(plan_.initial));
    std::sort(keep.begin(), keep.end());
    unsigned next = 0;
    for (int fd : keep) {
      if (fd < 0) {
        continue;
      }
      unsigned u = static_cast<unsigned>(fd);
      if (u > next) {
        ::close_range(next, u - 1, 0);
      }
      next = std::max(next, u + 1);
    }
    ::close_range(next, ~0u, 0);
    for (int fd : {0, 1, 2}) {
      ::dup2(d.stdin_none, fd);  // they were the caller's; every step gets its own
    }
  }

  [[noreturn]] void fail_before_ops(int error) {
    send({Word::failed, -1, error, 0, 0, 0});
    leave();
  }

  void send(const Message& m) {
    if (::send(wire_, &m, sizeof m, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof m)) {
      leave();
    }
  }

  Message receive() {
    Message m;
    ssize_t n = 0;
    do {
      n = ::recv(wire_, &m, sizeof m, 0);
    } while (n < 0 && errno == EINTR);
    if (n != static_cast<ssize_t>(sizeof m)) {
      leave();
    }
    return m;
  }

  // Everything dies before the init does.
  void end_everything(std::uint64_t* cpu_us, std::uint64_t* peak) {
    ::kill(-1, SIGKILL);
    for (;;) {
      int status = 0;
      rusage used{};
      pid_t pid = ::wait4(-1, &status, __WALL, &used);
      if (pid < 0 && errno == ECHILD) {
        return;
      }
      add(used, cpu_us, peak);
    }
  }

  [[noreturn]] void leave() {
    std::uint64_t ignored = 0;
    end_everything(&ignored, &ignored);
    ::_exit(0);
  }

  static void add(const rusage& r, std::uint64_t* cpu_us, std::uint64_t* peak) {
    auto us = [](const timeval& t) {
      return static_cast<std::uint64_t>(t.tv_sec) * 1000000u +
             static_cast<std::uint64_t>(t.tv_usec);
    };
    *cpu_us += us(r.ru_utime) + us(r.ru_stime);
    *peak = std::max(*peak, static_cast<std::uint64_t>(r.ru_maxrss));
  }

  void run_list(const std::vector<plan::Op>& ops, int base) {
    RoomPlan list{ops.data(), static_cast<int>(ops.size()), base, plan_.fail_at, &shared};
    plan::Failure failure;
    if (!run_ops(list, &failure)) {
      send({Word::failed, failure.op, failure.error, 0, 0, 0});
      leave();
    }
  }

  void run_step(std::size_t index) {
    const plan::StepPlan& step = plan_.steps[index];
    run_list(step.prepare, step.prepare_base);
    shared.event = 0;
    shared.failure = {};
    RoomPlan room{step.room.data(), static_cast<int>(step.room.size()), step.room_base,
                  plan_.fail_at, &shared};
    // CLONE_VM: a fork would copy page tables for nothing. CLONE_FILES: the listener appears in
    // this table the moment the filter stands.
    pid_t pid =
        ::clone(step_entry, step_stack + kStepStack, CLONE_VM | CLONE_FILES | SIGCHLD, &room);
    if (pid < 0) {
      send({Word::failed, step.room_base, errno, 0, 0, 0});
      leave();
    }
    hand_over_the_listener();
    Message done = wait_for(pid);
    if (shared.event == kEventFailed) {
      send({Word::failed, shared.failure.op, shared.failure.error, 0, 0, 0});
      leave();
    }
    for (int fd : {shared.slots[plan::kSlotRuleset], shared.slots[plan::kSlotListener]}) {
      ::close(fd);
    }
    send(done);
  }

  // The step's first notification, its execve, waits by itself for whoever holds the listener.
  void hand_over_the_listener() {
    while (__atomic_load_n(&shared.event, __ATOMIC_ACQUIRE) == 0) {
      timespec look_again{0, 50'000'000};  // the supervisor, or the step, may have died meanwhile
      ::syscall(SYS_futex, &shared.event, FUTEX_WAIT, 0, &look_again, nullptr, 0);
      siginfo_t ended{};
      if (gone() ||
          (::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0)) {
        return;
      }
    }
    if (shared.event != kEventListener) {
      return;
    }
    Message m{Word::listener, 0, 0, 0, 0, 0};
    if (sys::send_with_fds(wire_, &m, sizeof m, {shared.slots[plan::kSlotListener]}) < 0) {
      leave();
    }
  }

  bool gone() const {
    pollfd p{wire_, 0, 0};
    return ::poll(&p, 1, 0) > 0 && (p.revents & (POLLHUP | POLLERR)) != 0;
  }

  // Reaps until the step itself ended, then ends what it left behind.
  Message wait_for(pid_t step) {
    Message done{Word::done, 0, 0, 0, 0, 0};
    bool ended = false;
    while (!ended) {
      for (;;) {
        int status = 0;
        rusage used{};
        pid_t pid = ::wait4(-1, &status, WNOHANG | __WALL, &used);
        if (pid <= 0) {
          break;
        }
        add(used, &done.cpu_us, &done.peak_rss_kib);
        if (pid == step) {
          ended = true;
          done.status = status;
        }
      }
      if (!ended) {
        pollfd p[2] = {{children_, POLLIN, 0}, {wire_, 0, 0}};
        ::poll(p, 2, -1);
        if ((p[1].revents & (POLLHUP | POLLERR)) != 0) {
          leave();
        }
        signalfd_siginfo drained;
        while (::read(children_, &drained, sizeof drained) > 0) {
        }
      }
    }
    end_everything(&done.cpu_us, &done.peak_rss_kib);
    return done;
  }

  const plan::Plan& plan_;
  int wire_;
  int children_ = -1;
};

}  // namespace

void run_init(const plan::Plan& plan) {
  Init(plan).run();
}

}  // namespace sbx::child
