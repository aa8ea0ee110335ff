// policy/pass.h - a filter under which the engine's own calls need not be asked for.
//
//   with_pass(emitted(selection), word)   // setsid(..., word): allowed; setsid(): as before
//
// A step that is born under its filter makes a few calls on its way to its program that the program
// is refused. They carry a word in an argument that the kernel does not look at, the sixth. Nobody
// but the engine knows it: it is random (HostFacts::pass), in memory that no program shares or may
// look into, and exec clears the registers. Pure; thread-safe.
#pragma once
#include <linux/filter.h>

#include <cstdint>
#include <vector>

namespace sbx::policy {

// The argument that has the word; none of those calls has a sixth.
inline constexpr int kPassArgument = 5;

// The filter, with clone, setsid, landlock_restrict_self and sched_setaffinity allowed where their
// sixth argument is `pass`, all 64 bits of it.
[[nodiscard]] std::vector<sock_filter> with_pass(const std::vector<sock_filter>& filter,
                                                 std::uint64_t pass);

}  // namespace sbx::policy
