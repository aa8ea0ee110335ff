#include <array>
#include <cstddef>
#include <cstdio>

#include "policy/emit.h"

namespace sbx::policy {
namespace {

using Line = std::array<char, 128>;

// What the accumulator holds: the offset of the last load on the way here.
constexpr std::uint32_t kNothing = ~0u;

std::string field(std::uint32_t offset) {
  switch (offset) {
    case offsetof(seccomp_data, nr):
      return "nr";
    case offsetof(seccomp_data, arch):
      return "arch";
    default:
      break;
  }
  if (offset < offsetof(seccomp_data, args)) {
    const bool high = offset != offsetof(seccomp_data, instruction_pointer);
    return high ? "caller.high" : "caller.low";
  }
  const std::uint32_t inside = offset - static_cast<std::uint32_t>(offsetof(seccomp_data, args));
  return "arg" + std::to_string(inside / 8) + (inside % 8 == 0 ? ".low" : ".high");
}

std::string hex(std::uint32_t value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0x%x", value);
  return text.data();
}

std::string operand(std::uint32_t loaded, const sock_filter& instruction) {
  if (loaded != offsetof(seccomp_data, nr) || instruction.code != (BPF_JMP | BPF_JEQ | BPF_K)) {
    return hex(instruction.k);
  }
  const std::string_view name = sys::syscall_name(sys::kNative, static_cast<int>(instruction.k));
  return std::to_string(instruction.k) + (name.empty() ? "" : " " + std::string(name));
}

std::string answer(std::uint32_t action) {
  switch (action) {
    case SECCOMP_RET_ALLOW:
      return "allow";
    case SECCOMP_RET_USER_NOTIF:
      return "ask";
    default:
      return hex(action);
  }
}

const char* comparison(std::uint16_t code) {
  switch (BPF_OP(code)) {
    case BPF_JEQ:
      return "==";
    case BPF_JGE:
      return ">=";
    default:
      return "&";
  }
}

std::string text_of(std::size_t pc, const sock_filter& instruction, std::uint32_t loaded) {
  switch (instruction.code) {
    case BPF_LD | BPF_W | BPF_ABS:
      return "load " + field(instruction.k);
    case BPF_LD | BPF_W | BPF_IMM:
      return "set " + hex(instruction.k);
    case BPF_RET | BPF_K:
      return answer(instruction.k);
    case BPF_JMP | BPF_JA:
      return "goto " + std::to_string(pc + 1 + instruction.k);
    case BPF_JMP | BPF_JEQ | BPF_K:
    case BPF_JMP | BPF_JGE | BPF_K:
    case BPF_JMP | BPF_JSET | BPF_K: {
      std::string out = "if " + field(loaded) + " " + comparison(instruction.code) + " " +
                        operand(loaded, instruction);
      if (instruction.jt != 0) {
        out += " goto " + std::to_string(pc + 1 + instruction.jt);
      }
      if (instruction.jf != 0) {
        out += " else " + std::to_string(pc + 1 + instruction.jf);
      }
      return out;
    }
    default:
      return "code " + hex(instruction.code) + " " + hex(instruction.k);
  }
}

}  // namespace

std::string disassemble(const std::vector<sock_filter>& filter) {
  // Jumps go forward only, so one pass knows what each instruction finds in the accumulator.
  std::vector<std::uint32_t> loaded(filter.size() + 1, kNothing);
  const auto reach = [&](std::size_t target, std::uint32_t what) {
    if (target < loaded.size()) {
      loaded[target] = what;
    }
  };
  std::string out;
  for (std::size_t pc = 0; pc < filter.size(); ++pc) {
    const sock_filter& instruction = filter[pc];
    Line line{};
    std::snprintf(line.data(), line.size(), "%4zu  %s\n", pc,
                  text_of(pc, instruction, loaded[pc]).c_str());
    out += line.data();
    if (instruction.code == (BPF_LD | BPF_W | BPF_ABS)) {
      reach(pc + 1, instruction.k);
    } else if (instruction.code == (BPF_JMP | BPF_JA)) {
      reach(pc + 1 + instruction.k, loaded[pc]);
    } else if (BPF_CLASS(instruction.code) == BPF_JMP) {
      reach(pc + 1 + instruction.jt, loaded[pc]);
      reach(pc + 1 + instruction.jf, loaded[pc]);
    }
  }
  return out;
}

}  // namespace sbx::policy
