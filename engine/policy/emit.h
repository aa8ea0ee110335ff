// policy/emit.h - the seccomp filter of a step, from the table, and two other ways to read it.
//
//   std::vector<sock_filter> filter = emit({.threads = true});
//   evaluate(filter, data) == verdict({.threads = true}, data)   for every data (emit_test)
//
// Without system calls; thread-safe. The filter answers SECCOMP_RET_ALLOW or
// SECCOMP_RET_USER_NOTIF, nothing else. Another architecture (int 0x80), an x32 number and -1 are
// answered USER_NOTIF: the supervisor names and refuses them.
#pragma once
#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cstdint>
#include <string>
#include <vector>

#include "policy/rows.h"

namespace sbx::policy {

// A binary search over the call numbers; the kernel caches the answers that test no argument.
[[nodiscard]] std::vector<sock_filter> emit(const Selection& selection);

// The same, made once for each selection of this process; valid till its end.
[[nodiscard]] const std::vector<sock_filter>& emitted(const Selection& selection);

// The table itself, in words the emitter does not share.
[[nodiscard]] std::uint32_t verdict(const Selection& selection, const seccomp_data& data);

// Runs a filter as the kernel would. REQUIRES: a filter of emit()'s instructions (SBX_CHECK).
[[nodiscard]] std::uint32_t evaluate(const std::vector<sock_filter>& filter,
                                     const seccomp_data& data);

// One line an instruction, with names of calls and targets of jumps.
[[nodiscard]] std::string disassemble(const std::vector<sock_filter>& filter);

}  // namespace sbx::policy
