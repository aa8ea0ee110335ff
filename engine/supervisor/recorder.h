// supervisor/recorder.h - what a traced step calls: counted, and let through.
//
//   if (recorder.takes(notification, step)) { /* CONTINUE */ } else { /* decide() */ }
//   trace.calls = recorder.calls();
//
// Used by sbx::trace_here alone (sbx/danger/trace.h). Reads nothing of the task but the registers
// that come with the notification. Not thread-safe.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "plan/plan.h"
#include "sbx/danger/trace.h"

namespace sbx::supervisor {

class Recorder {
 public:
  // False: not to be let through. A call of another architecture is carried out by CONTINUE too,
  // and no list could hold it: decide() names and refuses it.
  bool takes(const sys::Notification& n, const plan::StepPlan& step);
  [[nodiscard]] std::vector<TracedCall> calls() const;

 private:
  const plan::StepPlan* step_ = nullptr;
  bool started_ = false;  // the step's execve was seen; what comes before it is the room's own
  std::map<std::pair<std::size_t, std::string>, TracedCall> calls_;
  std::size_t steps_ = 0;
};

}  // namespace sbx::supervisor
