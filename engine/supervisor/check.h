// supervisor/check.h - what this host can do, measured by doing it in children.
#pragma once
#include <vector>

#include "sbx/host.h"

namespace sbx::supervisor {

// REQUIRES: single-threaded process of ours. Order and names as in sbx/host.h.
[[nodiscard]] std::vector<Capability> check();

}  // namespace sbx::supervisor
