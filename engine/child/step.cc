#include "child/step.h"

#include <linux/futex.h>

#include "sys/raw_syscall.h"

namespace sbx::child {

void tell(Shared* shared, int32_t event) {
  __atomic_store_n(&shared->event, event, __ATOMIC_RELEASE);
  sys::raw(__NR_futex, sys::address(&shared->event), FUTEX_WAKE, 1);
}

bool run_ops(const RoomPlan& plan, plan::Failure* failure) {
  constexpr int kEperm = 1, kEnoent = 2, kEacces = 13;
  int32_t* slots = plan.shared->slots;
  for (int i = 0; i < plan.count; ++i) {
    const plan::Op& op = plan.ops[i];
    long args[6];
    for (int k = 0; k < 6; ++k) {
      args[k] = (op.slots >> k & 1) != 0 ? slots[op.a[k]] : static_cast<long>(op.a[k]);
    }
    if (op.patch != plan::kNoSlot) {
      *op.patch_at = slots[op.patch];
    }
    long result = plan.base + i == plan.fail_at
                      ? -kEperm
                      : sys::raw(op.nr, args[0], args[1], args[2], args[3], args[4], args[5]);
    if (op.want_error != 0 && plan.base + i != plan.fail_at) {
      // A wall's probe: anything but the wall's own answer means there is no wall.
      result = result == -static_cast<long>(op.want_error) ? 0 : -kEperm;
    }
    if (op.skips != 0 && (result == -kEnoent || result == -kEacces)) {
      i += op.skips;
      continue;
    }
    if (sys::failed(result)) {
      failure->op = plan.base + i;
      failure->error = static_cast<int32_t>(-result);
      return false;
    }
    if (op.out != plan::kNoSlot) {
      slots[op.out] = static_cast<int32_t>(result);
      if (op.out == plan::kSlotListener) {
        tell(plan.shared, kEventListener);
      }
    }
  }
  return true;
}

void run_step(const RoomPlan& plan) {
  constexpr int kCouldNotBeBuilt = 126;
  Shared& shared = *plan.shared;
  plan::Failure failure;
  if (!run_ops(plan, &failure)) {
    shared.failure = failure;
    tell(&shared, kEventFailed);
  }
  for (;;) {
    sys::raw(__NR_exit_group, kCouldNotBeBuilt);
  }
}

}  // namespace sbx::child
