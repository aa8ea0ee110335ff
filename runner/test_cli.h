// runner/test_cli.h - the command line of sbx-test, read by the flag table.
//
//   Result<Command> command = parse_test_command({"-j", "4", "cases"});
//   if (!command) { /* command.error().field: "--jobs"; .message: "not a number" */ }
//
// Pure; thread-safe. `sbx-test merge A.json B.json` is Verb::merge with the files as paths.
#pragma once
#include <string>
#include <vector>

#include "runner/options.h"
#include "sbx/error.h"

namespace sbx::runner {

[[nodiscard]] Result<Command> parse_test_command(const std::vector<std::string>& words);

}  // namespace sbx::runner
