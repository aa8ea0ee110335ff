#include "child/carrier.h"

#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>

#include "sys/raw_syscall.h"
#include "sys/start_on.h"

namespace sbx::child {
namespace {

using sys::address;
using sys::raw;

constexpr int kIoprioWhoProcess = 1;

int step_entry(void* room) {
  run_step(*static_cast<const RoomPlan*>(room));
}

}  // namespace

long clone_step(char* stack, RoomPlan* room, uint64_t pass) {
  // CLONE_FILES: a listener appears in this table the moment its filter stands.
  return sys::start_on(CLONE_VM | CLONE_FILES | SIGCHLD, stack, nullptr, step_entry, room, pass);
}

void publish(int32_t* made, long number) {
  __atomic_store_n(made, static_cast<int32_t>(number), __ATOMIC_RELEASE);
  raw(__NR_futex, address(made), FUTEX_WAKE, 2);
}

int carrier_entry(void* carrier) {
  Carrier& self = *static_cast<Carrier*>(carrier);
  plan::Failure failure;
  if (!run_ops(self.ops, &failure)) {
    self.ops.shared->failure = failure;
    tell(self.ops.shared, kEventFailed);
    return 0;
  }
  const auto asked = address(&self.asked);
  for (;;) {
    while (__atomic_load_n(&self.asked, __ATOMIC_ACQUIRE) == 0) {
      raw(__NR_futex, asked, FUTEX_WAIT, 0, 0);
    }
    self.asked = 0;
    const long pid = clone_step(self.stack, self.room, self.pass);
    publish(self.made, pid);
  }
}

bool as_its_init(long its) {
  const long own = 0;
  return raw(__NR_getpriority, PRIO_PROCESS, own) == raw(__NR_getpriority, PRIO_PROCESS, its) &&
         raw(__NR_ioprio_get, kIoprioWhoProcess, own) ==
             raw(__NR_ioprio_get, kIoprioWhoProcess, its) &&
         raw(__NR_sched_getscheduler, own) == raw(__NR_sched_getscheduler, its);
}

}  // namespace sbx::child
