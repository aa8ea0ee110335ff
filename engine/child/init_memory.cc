#include "child/init_memory.h"

#include <sched.h>

#include <algorithm>

#include "sys/start_on.h"

namespace sbx::child {
namespace {

OpList list_of(const std::vector<plan::Op>& ops, int base) {
  return {ops.data(), static_cast<int>(ops.size()), base};
}

}  // namespace

// The stacks stay as the heap has them: clearing them would touch every page.
InitMemory::InitMemory(const plan::Plan& plan) : init_(std::make_unique_for_overwrite<InitPlan>()) {
  for (const plan::StepPlan& s : plan.steps) {
    steps_.push_back({list_of(s.prepare, s.prepare_base), list_of(s.room, s.room_base)});
  }
  const plan::Descriptors& d = plan.descriptors;
  init_->build = list_of(plan.init, 0);
  init_->steps = steps_.data();
  init_->fail_at = plan.fail_at;
  init_->wire = d.wire;
  init_->stdin_none = d.stdin_none;
  std::copy(std::begin(plan.initial), std::end(plan.initial), std::begin(init_->shared.slots));
  std::vector<int> keep = {0, 1, 2, d.wire, d.stdin_step, d.stdin_none, d.out, d.err, d.tombstone};
  keep.insert(keep.end(), std::begin(plan.initial), std::end(plan.initial));
  std::sort(keep.begin(), keep.end());
  for (int fd : keep) {
    if (fd >= 0) {
      SBX_CHECK(init_->kept < kMostKept);
      init_->keep[init_->kept++] = fd;
    }
  }
}

long InitMemory::start(unsigned long namespaces, int* pidfd) {
  return sys::start_on(CLONE_VM | CLONE_PIDFD | namespaces,
                       init_->init_stack + sizeof init_->init_stack, pidfd, init_entry,
                       init_.get());
}

}  // namespace sbx::child
