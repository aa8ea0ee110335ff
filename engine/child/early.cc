#include "child/early.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>

#include "sys/raw_syscall.h"
#include "sys/start_on.h"

namespace sbx::child {

EarlyInit early_init;

namespace {

using sys::address;
using sys::raw;

constexpr unsigned long kNamespaces =
    CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
constexpr unsigned long kStarterStack = 4096;
constexpr unsigned long kSignalSet = 8;
constexpr unsigned kProcessors = 1024;  // more: nothing is moved

struct Processors {
  unsigned long bits[kProcessors / 64];
};

alignas(16) char starter_stack[kStarterStack];
alignas(
    InitPlan) char early_plan[sizeof(InitPlan)];  // no constructor: untouched pages cost nothing

bool equal(const char* a, const char* b) {
  while (*a != 0 && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

Processors everywhere;  // where the program may run

// A new child waits behind its parent, which has much to do: it is sent to another processor.
void send_elsewhere(long child) {
  unsigned here = 0;
  Processors others;
  if (sys::failed(raw(__NR_sched_getaffinity, 0, sizeof everywhere, address(&everywhere))) ||
      sys::failed(raw(__NR_getcpu, address(&here))) || here >= kProcessors) {
    return;
  }
  for (unsigned i = 0; i < kProcessors / 64; ++i) {
    others.bits[i] = everywhere.bits[i];
  }
  others.bits[here / 64] &= ~(1ul << here % 64);
  raw(__NR_sched_setaffinity, child, sizeof others, address(&others));  // EINVAL: there is no other
}

int starter(void*) {
  raw(__NR_sched_setaffinity, 0, sizeof everywhere, address(&everywhere));
  // A child of the program, not of this one, which ends now.
  const long pid = start_init(early_init.plan, CLONE_PARENT, &early_init.pidfd);
  __atomic_store_n(&early_init.pid, static_cast<int32_t>(pid), __ATOMIC_RELEASE);
  raw(__NR_futex, address(&early_init.pid), FUTEX_WAKE, 1);
  return 0;
}

}  // namespace

long start_init(InitPlan* plan, unsigned long more, int* pidfd) {
  return sys::start_on(CLONE_VM | CLONE_PIDFD | kNamespaces | more,
                       plan->init_stack + sizeof plan->init_stack, pidfd, init_entry, plan);
}

extern "C" void sbx_start_early(const long* stack) {
  const auto* argv = reinterpret_cast<const char* const*>(stack + 1);
  if (stack[0] < 3 || !(equal(argv[1], "run") || equal(argv[1], "exec"))) {
    return;
  }
  for (int fd = 0; fd < 3; ++fd) {
    if (sys::failed(raw(__NR_fcntl, fd, F_GETFD))) {
      return;  // the wire must not become a standard stream
    }
  }
  int pair[2];
  if (sys::failed(raw(__NR_socketpair, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, address(pair)))) {
    return;
  }
  early_init.wire = pair[0];
  early_init.plan = reinterpret_cast<InitPlan*>(early_plan);
  early_init.plan->wire = pair[1];
  const unsigned long all = ~0ul;
  unsigned long old = 0;
  raw(__NR_rt_sigprocmask, SIG_SETMASK, address(&all), address(&old), kSignalSet);
  const long pid = sys::start_on(CLONE_VM | CLONE_FILES, starter_stack + sizeof starter_stack,
                                 nullptr, starter, nullptr);
  raw(__NR_rt_sigprocmask, SIG_SETMASK, address(&old), 0, kSignalSet);
  if (sys::failed(pid)) {
    raw(__NR_close, pair[0]);
    raw(__NR_close, pair[1]);
    return;
  }
  send_elsewhere(pid);
  early_init.starter = pid;
}

}  // namespace sbx::child
