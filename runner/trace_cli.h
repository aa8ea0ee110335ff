// runner/trace_cli.h - `sbx trace`: runs a program in the engine's record-and-continue mode and
// writes, or checks, the list of what it calls.
#pragma once
#include <string>
#include <vector>

namespace sbx::runner {

// Words after `trace`. Exit code: 0; 1 a check failed; 2 bad usage; 124, 125, 126 as a box's, where
// nothing was measured.
int trace_main(std::vector<std::string> words);

}  // namespace sbx::runner
