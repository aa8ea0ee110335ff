// sbx/host.h - what this host can do, and the names of its system calls.
//
// Measured by doing it in a child process, never inferred from a version.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sbx {

struct Capability {
  std::string name;  // kernel userns landlock seccomp overlay pidfd inspect idmap
  bool ok = false;
  bool required = true;  // false: informational (idmap, overlay where a read-only /src will do)
  std::string text;      // "ok", "abi 7", "not loaded (modprobe overlay)", "restricted (apparmor)"
};

// In a fixed order, one per line of `sbx check`. A box can be built when all required are ok.
// Starts a helper process; takes a few milliseconds.
[[nodiscard]] std::vector<Capability> check_host();

// 41 for "socket" on x86_64, 198 on aarch64; -1 when this architecture has no call of that name.
[[nodiscard]] int syscall_number(std::string_view name);
// "socket" for 41 on x86_64; empty when the number has no name.
[[nodiscard]] std::string_view syscall_name(int number);

// "x86_64" or "aarch64": the architecture this library was built for.
[[nodiscard]] std::string_view arch();

}  // namespace sbx
