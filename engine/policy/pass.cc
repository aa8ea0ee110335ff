#include "policy/pass.h"

#include <linux/seccomp.h>

#include <cstddef>
#include <iterator>

#include "sys/names.h"

namespace sbx::policy {
namespace {

constexpr std::uint32_t kCalls[] = {sys::NR("clone"), sys::NR("setsid"),
                                    sys::NR("landlock_restrict_self"),
                                    sys::NR("sched_setaffinity")};

constexpr std::uint32_t kLow = offsetof(seccomp_data, args) + 8 * kPassArgument;
constexpr std::uint32_t kHigh = kLow + 4;

}  // namespace

// What is asked for other calls comes first, so that the kernel's cache of answers is for them as
// it was: it does not look beyond a load of an argument.
std::vector<sock_filter> with_pass(const std::vector<sock_filter>& filter, std::uint64_t pass) {
  constexpr std::uint8_t kWord = 5;  // instructions from the first look at the word on
  std::vector<sock_filter> out = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, sys::kNativeAudit, 0,
               static_cast<std::uint8_t>(std::size(kCalls) + 2 + kWord)),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
  };
  std::uint8_t left = std::size(kCalls);
  for (const std::uint32_t call : kCalls) {
    out.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, left--, 0));
  }
  const sock_filter word[kWord + 1] = {
      BPF_STMT(BPF_JMP | BPF_JA, kWord),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kLow),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(pass), 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kHigh),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(pass >> 32), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  out.insert(out.end(), std::begin(word), std::end(word));
  out.insert(out.end(), filter.begin(), filter.end());
  return out;
}

}  // namespace sbx::policy
