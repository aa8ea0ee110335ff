// runner/repro_run.h - runs one reproducer of a fuzz target and judges it by its key.
//
//   TestResult r = run_reproducer(test_case, options, stop);
//
// state: open must fail as it was recorded; state: fixed must not fail any more. Another build than
// the recorded one is said first. Thread-safe; blocks until the box is gone.
#pragma once
#include <stop_token>
#include <string>

#include "runner/cases.h"
#include "runner/options.h"
#include "runner/result.h"

namespace sbx::runner {

[[nodiscard]] TestResult run_reproducer(const Case&, const Options&, const std::stop_token&);

// The program of its target below --prebuilt; empty: target.yaml says where it is.
[[nodiscard]] std::string target_program(const Case&, const Options&);

}  // namespace sbx::runner
