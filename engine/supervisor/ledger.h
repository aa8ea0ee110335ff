// supervisor/ledger.h - what happened to a step, decided once. Pure.
//
// The first outcome wins. Outcomes that are pending together are offered in the order refusal,
// memory, output, wall, cpu, end of the step, so that the same program gives the same line.
#pragma once
#include <chrono>
#include <optional>

#include "child/wire.h"
#include "sbx/box.h"
#include "sbx/report.h"

namespace sbx::supervisor {

// How a step that ended by itself is reported. `status` as wait4 gives it.
[[nodiscard]] Event outcome_of(int status, std::chrono::microseconds cpu, const Limits& limits);

}  // namespace sbx::supervisor
