// runner/merge.h - `sbx-test merge A.json B.json...`: the results of shards as one run.
//
//   return merge_streams(options);   // options.paths are the files
//
// Writes what the reporters of `options` write and returns the exit code one run would have had.
#pragma once
#include "runner/options.h"

namespace sbx::runner {

[[nodiscard]] int merge_streams(const Options&);

}  // namespace sbx::runner
