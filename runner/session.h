// runner/session.h - one run of sbx-test, from the command line to the exit code.
//
//   return run_tests(command.options, words);
//
// Discovers, probes the host, selects, runs, delivers the results in discovery order, and tells
// every reporter. Writes to standard output and standard error. Called once a process.
#pragma once
#include <string>
#include <vector>

#include "runner/options.h"

namespace sbx::runner {

// words: the command line, for the reports. Returns the exit code of sbx-test.
[[nodiscard]] int run_tests(const Options&, const std::vector<std::string>& words);

}  // namespace sbx::runner
