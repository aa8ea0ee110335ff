// runner/sbx_cli.h - the program `sbx`: run | exec | check | trace.
#pragma once
#include <string>
#include <vector>

namespace sbx::runner {

// Arguments without the program's name. Returns the exit code: the box's, or 2 for bad usage.
int sbx_main(const std::vector<std::string>& words);

}  // namespace sbx::runner
