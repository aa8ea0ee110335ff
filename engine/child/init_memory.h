// child/init_memory.h - what a plan's init reads while it runs, and its start.
//
//   InitMemory memory(plan, slots);
//   int pidfd = -1;
//   long pid = memory.start(CLONE_NEWUSER | ..., &pidfd);
//
// The init is a CLONE_VM child: the plan and this must outlive it, unchanged. Not thread-safe.
#pragma once
#include <memory>
#include <vector>

#include "child/init.h"
#include "plan/plan.h"

namespace sbx::child {

class InitMemory {
 public:
  explicit InitMemory(const plan::Plan& plan);

  // Clones the init into new namespaces; the caller blocks its signals around it. The pid, or
  // -errno. Exit signal 0: nobody's SIGCHLD.
  [[nodiscard]] long start(unsigned long namespaces, int* pidfd);

 private:
  std::vector<InitStep> steps_;
  std::unique_ptr<InitPlan> init_;
};

}  // namespace sbx::child
