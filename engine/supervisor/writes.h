// supervisor/writes.h - what a box wrote: a look at the overlay's upper layer. Never follows a
// link.
#pragma once
#include <sys/types.h>

#include <vector>

#include "sbx/report.h"
#include "sys/fd.h"

namespace sbx::supervisor {

// The layer's folder, which that init has open under that number. Empty: it has not.
[[nodiscard]] sys::Fd open_upper(pid_t init, int number);

// `upper`: a descriptor of the layer's folder. Paths relative to it, sorted; files, links and empty
// folders, and what was removed. At most 10 000 entries: a flood of files costs memory here too.
[[nodiscard]] std::vector<Write> list_writes(int upper);

}  // namespace sbx::supervisor
