// runner/bless_run.h - `--bless`: what failed tests did becomes what they promise.
//
//   Blessed done = bless_failed(discovery, host, cases, failed_ids, options, boxes);
//
// Runs every revision of each failed test again, because one file promises for all of them, and
// rewrites the file in place. Refuses under CI, and refusals and kills without --bless-refusals.
// Called from one thread when nothing else runs.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "runner/box_run.h"
#include "runner/cases.h"

namespace sbx::runner {

struct Blessed {
  std::vector<std::string> files = {};    // rewritten or removed
  std::vector<std::string> refused = {};  // "id: why", one a test
};

[[nodiscard]] Blessed bless_failed(const Discovery&, const Host&, const std::vector<Case>&,
                                   const std::set<std::string>& failed, const Options&, BoxRunner&);

}  // namespace sbx::runner
