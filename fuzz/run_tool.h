// fuzz/run_tool.h - a trusted program of the host's, with bytes for its stdin, and what it prints.
//
//   std::string out;
//   if (run_tool({"/usr/bin/llvm-symbolizer", "--obj=target"}, "0x1234\n", &out)) { ... }
//
// Thread-safe. No shell; descriptors but 0, 1, 2 are closed in it where they are close-on-exec.
#pragma once
#include <string>
#include <vector>

namespace sbx::fuzz {

// False: it could not be started or did not exit 0. Its stderr is the caller's.
[[nodiscard]] bool run_tool(const std::vector<std::string>& words, const std::string& input,
                            std::string* output);

}  // namespace sbx::fuzz
