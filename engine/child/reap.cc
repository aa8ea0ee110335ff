#include "child/reap.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

#include "child/line.h"
#include "sys/raw_syscall.h"

namespace sbx::child {
namespace {

using sys::address;
using sys::raw;

constexpr int kEchild = 10;

uint64_t us(const timeval& t) {
  return static_cast<uint64_t>(t.tv_sec) * 1000000u + static_cast<uint64_t>(t.tv_usec);
}

void add(const rusage& r, Message* sum) {
  const uint64_t peak = static_cast<uint64_t>(r.ru_maxrss);
  sum->cpu_us += us(r.ru_utime) + us(r.ru_stime);
  sum->peak_rss_kib = peak > sum->peak_rss_kib ? peak : sum->peak_rss_kib;
}

void drain(int signals) {
  signalfd_siginfo drained;  // never two: it is no queued signal
  raw(__NR_read, signals, address(&drained), sizeof drained);
}

// Of all that have ended. True: the step is among them. `alone`: nobody is left.
bool reap(long step, int at_once, Message* done, bool* alone) {
  bool ended = false;
  for (;;) {
    int status = 0;
    rusage used;
    const int how = (ended ? WNOHANG : at_once) | __WALL;
    const long pid = raw(__NR_wait4, -1, address(&status), how, address(&used));
    *alone = pid == -kEchild;
    if (pid <= 0) {
      return ended;
    }
    add(used, done);
    if (pid == step) {
      ended = true;
      done->status = status;
      done->started = used.ru_minflt + used.ru_majflt > 0 ? 1 : 0;
    }
  }
}

}  // namespace

// A carrier may be cloning a step, which nobody would answer: it is killed once it is there.
void end_everything(const Children& children, Message* sum) {
  for (;;) {
    raw(__NR_kill, -1, SIGKILL);
    bool alone = false;
    reap(0, WNOHANG, sum, &alone);
    if (alone) {
      return;
    }
    const timespec look_again{0, 50'000'000};
    pollfd p{children.signals, POLLIN, 0};
    raw(__NR_ppoll, address(&p), 1, address(&look_again));
    drain(children.signals);
  }
}

Waited wait_for(long step, Till till, const Children& children, Message* done) {
  done->word = Word::done;
  bool alone = false;
  while (!reap(step, till == Till::end_alone ? 0 : WNOHANG, done, &alone)) {
    if (alone) {
      return Waited::gone;
    }
    if (till == Till::end_alone) {
      continue;
    }
    const short word = till == Till::end ? 0 : POLLIN;
    pollfd p[2] = {{children.signals, POLLIN, 0}, {children.wire, word, 0}};
    raw(__NR_ppoll, address(p), 2, 0);
    if (hung_up(p[1])) {
      return Waited::gone;
    }
    if (p[0].revents == 0 && p[1].revents != 0) {
      return Waited::word;
    }
    drain(children.signals);
  }
  // Whoever is left has the init for an ancestor, and so a child of it: without one there is
  // nobody. The kernel looks at every process of the host to kill those of one namespace.
  if (!alone) {
    end_everything(children, done);
  }
  return Waited::ended;
}

}  // namespace sbx::child
