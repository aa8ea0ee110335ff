// runner/sbx_manual.h - what `sbx` says of itself, from the tables of its options.
//
//   std::string page = render_manual(sbx_manual(), "man");
//
// Pure; thread-safe.
#pragma once
#include <string>

#include "manual.h"

namespace sbx::runner {

[[nodiscard]] Manual sbx_manual();
[[nodiscard]] std::string sbx_help();  // `sbx --help`

}  // namespace sbx::runner
