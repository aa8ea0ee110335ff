// supervisor/hints.h - what to do about what a box or its supervisor could not do, by (op, errno).
#pragma once
#include <string>

namespace sbx::supervisor {

// Yama's: at this value nobody reads another process's memory, and it cannot be lowered.
inline constexpr const char* kPtraceScope = "/proc/sys/kernel/yama/ptrace_scope";
inline constexpr const char* kNobodyTraces = "3";

// One sentence that fits this host (the sysctl, profile or container flag that exists here), or
// nothing. `op` is the text of the "cannot" line.
[[nodiscard]] std::string hint_for(const std::string& op, int error);

// First line of a small file without its newline; empty when it cannot be read.
[[nodiscard]] std::string first_line(const char* path);

}  // namespace sbx::supervisor
