// runner/report_json.h - the report, a trace and the host's capabilities as JSON. Pure.
#pragma once
#include <string>
#include <vector>

#include "sbx/danger/trace.h"
#include "sbx/host.h"
#include "sbx/report.h"

namespace sbx::runner {

// {"sbx": 1, "exit": N, "events": [{"step", "kind", "line"}]}; with `usage` what each step used,
// which is not deterministic.
[[nodiscard]] std::string report_json(const Report& report, bool usage);
// The same with "calls": [{"step", "call", "count", "covered"}]; the counts are not deterministic.
[[nodiscard]] std::string trace_json(const Trace& trace);
[[nodiscard]] std::string capabilities_json(const std::vector<Capability>& all);

}  // namespace sbx::runner
