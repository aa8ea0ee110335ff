// runner/unboxed.h - the steps of a request without a box: to compare times, and to debug.
//
//   Result<Report> report = run_unboxed(request, stop);
//
// Nothing is isolated: the programs run as this user, in the host's own folders. What the request
// calls /src, /out or a mount's path is replaced in their words by the folder of the host, /out by
// one that is made for the run and removed. Wall clocks and stops hold, and end the process group;
// no other cap does. Reports know exits, signals, the wall clock and stops. Thread-safe; streams
// that capture are not served.
#pragma once
#include <stop_token>

#include "sbx/box.h"

namespace sbx::runner {

[[nodiscard]] Result<Report> run_unboxed(const Request& request, const std::stop_token& stop);

}  // namespace sbx::runner
