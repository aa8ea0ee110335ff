// runner/reporters.h - the reporters a command line asks for.
//
//   auto reporters = make_reporters(options);
//   if (!reporters) { /* error().field: "--junit"; error().message: why it cannot be written */ }
//
// Looks at the environment: NO_COLOR, GITHUB_ACTIONS, whether standard output is a terminal.
#pragma once
#include <cstdio>
#include <memory>
#include <vector>

#include "runner/options.h"
#include "runner/out/reporter.h"
#include "sbx/error.h"

namespace sbx::runner {

[[nodiscard]] Result<std::vector<std::unique_ptr<Reporter>>> make_reporters(const Options&);

// Whether what is written there is to have colours.
[[nodiscard]] bool is_coloured(When when, std::FILE* file);

}  // namespace sbx::runner
