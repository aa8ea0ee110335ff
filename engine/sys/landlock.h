// sys/landlock.h - which Landlock the kernel has.
//
//   if (sys::landlock_abi() < sys::kMinimumLandlockAbi) ...
#pragma once
#include <sys/syscall.h>

#include "sys/kernel_abi.h"
#include "sys/raw_syscall.h"

namespace sbx::sys {

inline constexpr int kMinimumLandlockAbi = 4;             // network rules
inline constexpr int kOldestMajor = 6, kOldestMinor = 7;  // the kernel that brought it
inline constexpr int kScopedLandlockAbi = 6;  // 6.12: signals and abstract sockets stay inside

// The ABI, 1 and up; -ENOSYS: the kernel has no Landlock; -EOPNOTSUPP: it is switched off.
inline int landlock_abi() {
  return static_cast<int>(raw(__NR_landlock_create_ruleset, 0, 0, kLandlockCreateRulesetVersion));
}

}  // namespace sbx::sys
