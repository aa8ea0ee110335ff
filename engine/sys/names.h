// sys/names.h - the names and numbers of system calls, of this architecture and its neighbours.
//
//   syscall_name(Abi::i386, 4)          "write"
//   syscall_name(Abi::x32, 0x40000001)  "write"
//   NR("futex")                         202 on x86_64; NR("mispelt") does not compile
//   nr_if("open")                       2 on x86_64, -1 on aarch64; nr_if("mispelt") does not
//   compile
//
// Pure functions over constant tables: thread-safe, nothing is allocated.
#pragma once
#include <linux/audit.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace sbx::sys {

enum class Abi : std::uint8_t { x86_64, aarch64, i386, x32 };

// An x32 call is numbered with this bit; its AUDIT_ARCH is that of x86_64.
inline constexpr std::uint32_t kX32Bit = 0x40000000;

struct Named {
  int nr;
  std::string_view name;
};

// clang-format off
inline constexpr Named kX8664Calls[] = {
#include "sys/syscalls_x86_64.inc"
};
inline constexpr Named kAarch64Calls[] = {
#include "sys/syscalls_aarch64.inc"
};
inline constexpr Named kI386Calls[] = {
#include "sys/syscalls_i386.inc"
};
inline constexpr Named kX32Calls[] = {
#include "sys/syscalls_x32.inc"
};
// clang-format on

// The one place that says which architecture this is.
#if defined(__x86_64__) && defined(__LP64__)
inline constexpr Abi kNative = Abi::x86_64;
inline constexpr std::span<const Named> kNativeCalls = kX8664Calls;
inline constexpr std::uint32_t kNativeAudit = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
inline constexpr Abi kNative = Abi::aarch64;
inline constexpr std::span<const Named> kNativeCalls = kAarch64Calls;
inline constexpr std::uint32_t kNativeAudit = AUDIT_ARCH_AARCH64;
#else
#error "sbx runs on x86_64 and aarch64"
#endif

// -1 when `calls` has no such name.
constexpr int find_number(std::span<const Named> calls, std::string_view name) {
  for (const Named& call : calls) {
    if (call.name == name) {
      return call.nr;
    }
  }
  return -1;
}

// The number on this architecture. Does not compile when it has no such call.
consteval int NR(std::string_view name) {
  const int nr = find_number(kNativeCalls, name);
  if (nr < 0) {
    throw "this architecture has no system call of that name";
  }
  return nr;
}

// The same for a table shared by both architectures: -1 for a call that only the other one has.
// A name neither has does not compile.
consteval int nr_if(std::string_view name) {
  const int x86_64 = find_number(kX8664Calls, name);
  const int aarch64 = find_number(kAarch64Calls, name);
  if (x86_64 < 0 && aarch64 < 0) {
    throw "no architecture has a system call of that name";
  }
  return kNative == Abi::x86_64 ? x86_64 : aarch64;
}

// Empty when the number has no name. For Abi::x32 the x32 bit of `nr` may be set or not.
[[nodiscard]] std::string_view syscall_name(Abi abi, int nr);

// -1 when `abi` has no call of that name. For Abi::x32 the number carries the x32 bit.
[[nodiscard]] int syscall_number(Abi abi, std::string_view name);

// Of this architecture.
[[nodiscard]] int syscall_number(std::string_view name);

// "i386", "x32", "x86_64", "aarch64": how a report calls it.
[[nodiscard]] std::string_view abi_name(Abi abi);

}  // namespace sbx::sys
