#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

#include "policy/emit.h"
#include "sbx/error.h"

namespace sbx::policy {
namespace {

bool holds(const Condition& test, const seccomp_data& data) {
  const auto value = static_cast<std::int32_t>(data.args[test.arg]);
  switch (test.op) {
    case Op::always:
      return true;
    case Op::equal:
      return value == static_cast<std::int32_t>(test.value);
    case Op::not_negative:
      return value >= 0;
    case Op::positive:
      return value > 0;
    case Op::below:
      return data.args[test.arg] < test.value;
    case Op::by_loader:
      return data.instruction_pointer >= kLoaderBegin && data.instruction_pointer < kLoaderEnd;
  }
  return false;
}

bool allowed(const Selection& selection, const Row& row, const seccomp_data& data) {
  if (!applies(selection, row.sets, row.libcs)) {
    return false;
  }
  const auto named = [&](const Option& option) { return option.name == row.name; };
  const auto passes = [&](const Option& option) {
    return named(option) && applies(selection, option.sets, option.libcs) &&
           holds(option.tests[0], data) && holds(option.tests[1], data);
  };
  const bool one_passes = std::any_of(options().begin(), options().end(), passes);
  switch (row.rule) {
    case Rule::allow:
      return true;
    case Rule::ask:
      return false;
    case Rule::capped:
      return one_passes || (!selection.fuzz && !selection.memory_cap);
    case Rule::watch:
      return !selection.fuzz &&
             (one_passes || std::none_of(options().begin(), options().end(), named));
    case Rule::tested:
      return one_passes;
  }
  return false;
}

// What a jump's condition says; nothing for an instruction that is none.
std::optional<bool> taken(const sock_filter& instruction, std::uint32_t accumulator) {
  switch (instruction.code) {
    case BPF_JMP | BPF_JEQ | BPF_K:
      return accumulator == instruction.k;
    case BPF_JMP | BPF_JGE | BPF_K:
      return accumulator >= instruction.k;
    case BPF_JMP | BPF_JSET | BPF_K:
      return (accumulator & instruction.k) != 0;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::uint32_t verdict(const Selection& selection, const seccomp_data& data) {
  const bool ours = !selection.record && data.arch == sys::kNativeAudit && data.nr >= 0 &&
                    static_cast<std::uint32_t>(data.nr) < sys::kX32Bit;
  const bool pass = ours && std::any_of(rows().begin(), rows().end(), [&](const Row& row) {
                      return row.nr == data.nr && allowed(selection, row, data);
                    });
  return pass ? SECCOMP_RET_ALLOW : SECCOMP_RET_USER_NOTIF;
}

std::uint32_t evaluate(const std::vector<sock_filter>& filter, const seccomp_data& data) {
  std::uint32_t accumulator = 0;
  for (std::size_t pc = 0;; ++pc) {
    SBX_CHECK(pc < filter.size());
    const sock_filter& instruction = filter[pc];
    if (const std::optional<bool> jump = taken(instruction, accumulator)) {
      pc += *jump ? instruction.jt : instruction.jf;
    } else if (instruction.code == (BPF_JMP | BPF_JA)) {
      pc += instruction.k;
    } else if (instruction.code == (BPF_RET | BPF_K)) {
      return instruction.k;
    } else if (instruction.code == (BPF_LD | BPF_W | BPF_IMM)) {
      accumulator = instruction.k;
    } else {
      SBX_CHECK(instruction.code == (BPF_LD | BPF_W | BPF_ABS) &&
                instruction.k + sizeof accumulator <= sizeof data);
      std::memcpy(&accumulator, reinterpret_cast<const char*>(&data) + instruction.k,
                  sizeof accumulator);
    }
  }
}

}  // namespace sbx::policy
