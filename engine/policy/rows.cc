#include "policy/rows.h"

#include <fcntl.h>
#include <linux/prctl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>

#include <algorithm>
#include <iterator>

namespace sbx::policy {
namespace {

// What the headers of one of the architectures or C libraries lack: asm/prctl.h is x86's, fcntl.h
// hides the locks of an open file and the size of a pipe without _GNU_SOURCE, and older headers do
// not have the rest.
constexpr std::uint32_t kArchSetFs = 0x1002;
constexpr std::uint32_t kArchCetStatus = 0x3001;
constexpr std::uint32_t kArchShstkStatus = 0x5005;
constexpr std::uint32_t kSetVma = 0x53564d41;
constexpr std::uint32_t kTermios2Get = 0x802c542a;  // TCGETS2
constexpr std::uint32_t kCloneFile = 0x40049409;    // FICLONE
constexpr std::uint32_t kOfdGetLock = 36;
constexpr std::uint32_t kOfdSetLock = 37;
constexpr std::uint32_t kOfdSetLockWait = 38;
constexpr std::uint32_t kPipeSizeGet = 1032;
// A flag that the kernel has ignored since 2.6 and that nobody but glibc's loader sets.
constexpr std::uint32_t kLoaders = 0x802;       // MAP_PRIVATE | MAP_DENYWRITE
constexpr std::uint32_t kLoadersFixed = 0x812;  // and MAP_FIXED
constexpr std::uint32_t kPtraceContinue = 7;    // sys/ptrace.h has them as an enumeration
constexpr std::uint32_t kPtraceGetRegs = 12;
constexpr std::uint32_t kPtraceAttach = 16;
constexpr std::uint32_t kPtraceDetach = 17;
constexpr std::uint32_t kPtraceGetRegSet = 0x4204;

#define ROW(name, sets, libcs, rule, why) {sys::nr_if(#name), #name, sets, libcs, Rule::rule, why},
constexpr Row kRows[] = {
#include "policy/syscalls.inc"
};
#undef ROW

#define OPTION(name, sets, libcs, first, second, why) \
  {sys::nr_if(#name), #name, sets, libcs, {first, second}, why},
constexpr Option kOptions[] = {
#include "policy/options.inc"
};
#undef OPTION

// Calls that make a process or a thread, start a program or open a file. No row may let one through
// unseen: the supervisor counts the first three kinds and names what the fourth opens.
constexpr std::string_view kAlwaysAsked[] = {"clone",    "clone3", "fork",   "vfork",   "execve",
                                             "execveat", "open",   "openat", "openat2", "creat"};

constexpr bool one_row_a_call() {
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    for (std::size_t j = i + 1; j < std::size(kRows); ++j) {
      if (kRows[i].name == kRows[j].name) {
        return false;
      }
    }
  }
  return true;
}

constexpr bool makers_are_asked() {
  for (std::string_view call : kAlwaysAsked) {
    const auto* row = std::find_if(std::begin(kRows), std::end(kRows),
                                   [call](const Row& r) { return r.name == call; });
    if (row == std::end(kRows) || row->rule != Rule::ask) {
      return false;
    }
  }
  return true;
}

constexpr bool well_formed() {
  for (const Row& row : kRows) {
    const bool has_options = std::any_of(std::begin(kOptions), std::end(kOptions),
                                         [&](const Option& o) { return o.name == row.name; });
    const bool may_have =
        row.rule == Rule::tested || row.rule == Rule::watch || row.rule == Rule::capped;
    const bool must_have = row.rule == Rule::tested || row.rule == Rule::capped;
    if (row.why.empty() || row.sets == 0 || row.libcs == 0 || (has_options && !may_have) ||
        (must_have && !has_options)) {
      return false;
    }
  }
  for (const Option& option : kOptions) {
    const bool has_row = std::any_of(std::begin(kRows), std::end(kRows),
                                     [&](const Row& r) { return r.name == option.name; });
    if (!has_row || option.why.empty() || option.tests[0].op == Op::always) {
      return false;
    }
  }
  return true;
}

static_assert(one_row_a_call());
static_assert(makers_are_asked());
static_assert(well_formed());

}  // namespace

std::span<const Row> rows() {
  return kRows;
}

std::span<const Option> options() {
  return kOptions;
}

bool applies(const Selection& selection, std::uint8_t sets, std::uint8_t libcs) {
  const int selected = kBase | (sys::kNative == sys::Abi::aarch64 ? kGeneric : 0) |
                       (selection.compile ? kCompile : 0) | (selection.threads ? kThreads : 0) |
                       (selection.net ? kNet : 0) | (selection.fuzz ? kFuzz : 0) |
                       (selection.leaks ? kLeaks : 0) | (selection.memory_cap ? kCap : 0);
  // A step that may start other programs does not know what they are linked with.
  const bool others = selection.compile || selection.threads;
  const int linked = (selection.glibc || others ? kGlibc : 0) |
                     (selection.musl || others ? kMusl : 0) |
                     (selection.glibc && !selection.musl && !others ? kGlibcLoader : 0);
  return (sets & selected) != 0 && (libcs == kAny || (libcs & linked) != 0);
}

}  // namespace sbx::policy
