// policy/rows.h - THE table: which system calls a step makes without asking, and why.
//
//   ROW(futex, kBase, kAny, allow, "std::call_once, shared_ptr: ...")          policy/syscalls.inc
//   OPTION(ioctl, kBase, kAny, equal(1, TCGETS), {}, "stdio: is it a tty?")    policy/options.inc
//
// A call without a row, and a row that says `ask`, reach the supervisor. The two .inc files are the
// only place to change a profile; names that this architecture lacks vanish by themselves.
// Constant data: thread-safe.
#pragma once
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

#include "sys/names.h"

namespace sbx::policy {

// In a fuzz step a map of this many bytes is asked, a smaller one is not.
inline constexpr std::uint32_t kAskedFrom = 1u << 20;
// Under a memory cap every map is asked but the loader's: of libraries below this many bytes...
inline constexpr std::uint32_t kLoaderAskedFrom = 4u << 20;
// ...and any below this many: a thread storage that may meet the cap is named.
inline constexpr std::uint32_t kLoadersOwnAskedFrom = 256u << 10;
// Where the program interpreter lies when addresses are not randomised: the kernel maps it first,
// right below mmap_base (arch_pick_mmap_layout: 128 MiB below the top of a 47-bit or a 48-bit
// address space, with a stack limit of up to 127 MiB). glibc's needs less than 256 KiB; musl's is
// its libc, larger, with its text below these.
inline constexpr std::uint64_t kLoaderEnd =
    sys::kNative == sys::Abi::x86_64 ? 0x7ffff7fff000 : 0xfffff8000000;
inline constexpr std::uint64_t kLoaderBegin = kLoaderEnd - (256u << 10);

// What a step is and what it was granted: the rows that apply to it.
struct Selection {
  bool compile = false;    // a compile step: the rows of compilers and build tools as well
  bool threads = false;    // --allow=threads: the rows of threads and processes
  bool net = false;        // --allow=net: sockets of the box's own loopback
  bool glibc = true;       // the program's C library, from its PT_INTERP...
  bool musl = true;        // ...both when it has none
  bool memory_cap = true;  // mmap and mremap are asked, so that a refusal can be named
  bool record = false;     // every call is asked: sbx/danger/trace.h, which lets it through
  bool fuzz = false;       // a libFuzzer target: its rows, and its own end is asked as well
  bool leaks = false;      // --leaks: LeakSanitizer's tracer
  bool brief = false;      // the kernel keeps no answers: a third of an install, 27 ns more a call
  auto operator<=>(const Selection&) const = default;
};

// A row applies when one of its sets is selected, and one of its C libraries is.
// kGeneric is base on an architecture that has the kernel's generic table (aarch64), where `linkat`
// is what `link` calls; elsewhere it selects nothing.
enum Set : std::uint8_t {
  kBase = 1,
  kCompile = 2,
  kThreads = 4,
  kNet = 8,
  kGeneric = 16,
  kFuzz = 32,
  kLeaks = 64,
  kCap = 128  // there is a memory cap
};
// kGlibcLoader: the step's only program has glibc's interpreter. One without an interpreter lies
// where that would.
enum Libc : std::uint8_t { kGlibc = 1, kMusl = 2, kAny = 3, kGlibcLoader = 4 };

enum class Rule : std::uint8_t {
  allow,   // whatever its arguments are
  ask,     // never allowed; the row says what for
  capped,  // tested where the step has a memory cap, and in a fuzz step; else allowed
  watch,   // asked in a fuzz step, whose end must not come unseen; elsewhere tested where it has
           // OPTION rows, else allowed
  tested,  // allowed when one of its OPTION rows says so
};

// One condition on one argument. Every argument tested is an `int` or a 32-bit word to the kernel,
// which ignores the upper half of the register: so does the test. `below` alone looks at all 64
// bits: a length. `by_loader` is none: the call is made from kLoaderBegin to kLoaderEnd.
enum class Op : std::uint8_t { always, equal, not_negative, positive, below, by_loader };
struct Condition {
  Op op = Op::always;
  std::uint8_t arg = 0;
  std::uint32_t value = 0;
};
constexpr Condition equal(std::uint8_t arg, std::uint32_t value) {
  return {Op::equal, arg, value};
}
constexpr Condition not_negative(std::uint8_t arg) {
  return {Op::not_negative, arg, 0};
}
constexpr Condition positive(std::uint8_t arg) {
  return {Op::positive, arg, 0};
}
constexpr Condition below(std::uint8_t arg, std::uint32_t value) {
  return {Op::below, arg, value};
}
constexpr Condition by_loader() {
  return {Op::by_loader, 0, 0};
}

struct Row {
  int nr;  // -1: this architecture has no such call
  std::string_view name;
  std::uint8_t sets;
  std::uint8_t libcs;
  Rule rule;
  std::string_view why;
};

// All of its tests must hold.
struct Option {
  int nr;
  std::string_view name;
  std::uint8_t sets;
  std::uint8_t libcs;
  Condition tests[2];
  std::string_view why;
};

// Whole tables, rows of the other architecture (nr -1) included.
[[nodiscard]] std::span<const Row> rows();
[[nodiscard]] std::span<const Option> options();

// Whether a row of these sets and C libraries is among a step's.
[[nodiscard]] bool applies(const Selection& selection, std::uint8_t sets, std::uint8_t libcs);

}  // namespace sbx::policy
