#include "supervisor/recorder.h"

#include <algorithm>
#include <iterator>

#include "policy/listed.h"
#include "sys/names.h"

namespace sbx::supervisor {
namespace {

bool ours(const sys::SeccompData& d) {
  return d.arch == sys::kNativeAudit && d.nr >= 0 &&
         static_cast<std::uint32_t>(d.nr) < sys::kX32Bit;
}

seccomp_data as_filtered(const sys::SeccompData& d) {
  seccomp_data data{};
  data.nr = d.nr;
  data.arch = d.arch;
  data.instruction_pointer = d.instruction_pointer;
  std::copy(std::begin(d.args), std::end(d.args), std::begin(data.args));
  return data;
}

}  // namespace

bool Recorder::takes(const sys::Notification& n, const plan::StepPlan& step) {
  if (!ours(n.data)) {
    return false;
  }
  if (step_ != &step) {
    step_ = &step;
    started_ = false;
    ++steps_;
  }
  started_ = started_ || n.data.nr == sys::NR("execve");
  if (started_) {
    const std::string call = policy::listed(as_filtered(n.data));
    TracedCall& traced = calls_[{steps_, call}];
    if (traced.count == 0) {
      policy::Selection confined = step.selection;
      confined.record = false;
      traced = {step.label, call, 0, policy::covered(confined, call)};
    }
    ++traced.count;
  }
  return true;
}

std::vector<TracedCall> Recorder::calls() const {
  std::vector<TracedCall> all;
  for (const auto& [key, call] : calls_) {
    all.push_back(call);
  }
  return all;
}

}  // namespace sbx::supervisor
