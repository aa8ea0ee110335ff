// policy/compact.h - a filter with its answers shared: the same decisions in fewer instructions.
//
//   std::vector<sock_filter> filter = compact(tree);
//
// What a filter costs to install grows with its length (0.2 us an instruction: the kernel compiles
// it), and half of a binary search are its leaves. Without system calls; thread-safe.
#pragma once
#include <linux/filter.h>

#include <vector>

namespace sbx::policy {

// REQUIRES: an answer follows nothing but a conditional jump, a jump or an answer (SBX_CHECK).
[[nodiscard]] std::vector<sock_filter> compact(const std::vector<sock_filter>& filter);

}  // namespace sbx::policy
