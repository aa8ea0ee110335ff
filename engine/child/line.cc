#include "child/line.h"

#include <sys/socket.h>

#include "sys/raw_syscall.h"

namespace sbx::child {
namespace {

using sys::address;
using sys::raw;

constexpr int kEintr = 4;

}  // namespace

bool say(int wire, const Message& m, int descriptor) {
  Message copy = m;
  iovec io{&copy, sizeof copy};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
  auto* rights = reinterpret_cast<cmsghdr*>(control);
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  *reinterpret_cast<int*>(CMSG_DATA(rights)) = descriptor;
  msghdr h{nullptr, 0, &io, 1, control, descriptor < 0 ? 0 : sizeof control, 0};
  long n = 0;
  do {
    n = raw(__NR_sendmsg, wire, address(&h), MSG_NOSIGNAL);
  } while (n == -kEintr);
  return n == sizeof copy;
}

Heard hear(InitPlan* plan, bool again, Message* m) {
  iovec io{m, sizeof *m};
  alignas(cmsghdr) char control[CMSG_SPACE(kMostIncoming * sizeof(int))];
  msghdr h{nullptr, 0, &io, 1, control, sizeof control, 0};
  long n = 0;
  do {
    n = raw(__NR_recvmsg, plan->wire, address(&h), MSG_CMSG_CLOEXEC);
  } while (n == -kEintr);
  if (n != sizeof *m) {
    return Heard::gone;
  }
  if ((h.msg_flags & MSG_CTRUNC) != 0) {
    return Heard::cut;
  }
  if (const cmsghdr* rights = CMSG_FIRSTHDR(&h)) {
    const auto* fds = reinterpret_cast<const int*>(CMSG_DATA(rights));
    const unsigned long count = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (unsigned long i = 0; i < count; ++i) {
      int32_t& slot = plan->shared.slots[plan->incoming[i]];
      if (again) {
        raw(__NR_close, slot);
      }
      slot = fds[i];
    }
  }
  return Heard::word;
}

bool gone(int wire) {
  const timespec at_once{};
  pollfd p{wire, 0, 0};
  return raw(__NR_ppoll, address(&p), 1, address(&at_once)) > 0 && hung_up(p);
}

}  // namespace sbx::child
