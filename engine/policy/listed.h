// policy/listed.h - a system call as a measured list writes it, and whether the table has it.
//
//   listed(data)                                   "read", "fcntl[1]=0x3", "#999"
//   covered({.musl = false}, "fcntl[1]=0x3")       the table lets it through, or asks
//
// Pure functions: thread-safe.
#pragma once
#include <linux/seccomp.h>

#include <string>

#include "policy/rows.h"

namespace sbx::policy {

// The name and, where the table tests an argument for a value, that argument's value; also an
// argument that fails a test for its sign. REQUIRES: a call of this architecture.
[[nodiscard]] std::string listed(const seccomp_data& data);

// Whether the filter of a step allows the call, or has a row for it that the supervisor answers
// (`ask`, and `capped` under a memory cap). What the text does not name passes every test. False
// for a text that is no call.
[[nodiscard]] bool covered(const Selection& selection, const std::string& call);

}  // namespace sbx::policy
