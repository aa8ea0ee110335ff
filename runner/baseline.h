// runner/baseline.h - which tests must appear, and which of them may be skipped.
//
//   run isolation/shadow
//   skip isolation/x32
//   # written by sbx-test --list=baseline
//
//   Result<Baseline> b = parse_baseline(bytes);
//   for (const TestResult& r : check_baseline(*b, seen)) { ... }   // failures to add to the run
//
// Pure; thread-safe.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runner/result.h"
#include "runner/select.h"
#include "sbx/error.h"

namespace sbx::runner {

struct Baseline {
  std::map<std::string, bool> may_skip = {};  // escaped id -> it may be skipped
};

// Error::field is the line.
[[nodiscard]] Result<Baseline> parse_baseline(std::string_view bytes);
[[nodiscard]] std::string baseline_line(const std::string& id, bool skipped);

// Forgets what -k and --shard leave out, which look at ids alone. ids: of all tests there are.
void keep_selected(const Selection&, const std::vector<std::string>& ids, Baseline*);

// seen: id -> how it ended. One failed result for each id that vanished or is newly skipped.
[[nodiscard]] std::vector<TestResult> check_baseline(const Baseline&,
                                                     const std::map<std::string, Status>& seen);

}  // namespace sbx::runner
