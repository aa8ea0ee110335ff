// A supervisor that lets every call through: linked in place of decide.cc, it takes the filter's
// wall away and leaves all others. ci/walls runs the attacks under it to see what stops them then.
// Built for that alone, never installed.
#include "supervisor/decide.h"

namespace sbx::supervisor {

Verdict decide(const sys::Notification&, const plan::StepPlan&, StepMemory&, Victim&,
               std::int64_t) {
  return {};
}

}  // namespace sbx::supervisor
