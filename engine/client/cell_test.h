// client/cell_test.h - what the tests of a pool share: what stands between two boxes.
//
// For tests alone. Not thread-safe but pooled().
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "client/box_test.h"
#include "sbx/pool.h"

namespace sbx::testing {

// Runs it; an Error fails the test and gives an empty report.
Report pooled(Pool& pool, const Request& request);
// engine/testcases/traces, in a folder it may write to.
[[nodiscard]] Request traces(const std::vector<std::string>& words);
// All that a box shows.
[[nodiscard]] std::string seen(const Report& report);

// The init of the one cell that stands now; -1: there is none, or more than one.
[[nodiscard]] pid_t look();
// One other than `before`, within three seconds: a helper looks at its box after the reply.
[[nodiscard]] pid_t another_than(pid_t before);
[[nodiscard]] pid_t standing();
// The step that was made in that cell before its program was known; -1: there is none.
[[nodiscard]] pid_t waiting_in(pid_t init);

}  // namespace sbx::testing
