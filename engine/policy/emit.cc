#include "policy/emit.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sbx/error.h"

namespace sbx::policy {
namespace {

// Jumps are 8 bits wide: the plain rows are cut into blocks that end in their own `return allow`.
constexpr std::size_t kBlock = 128;

constexpr std::uint32_t kArchOffset = offsetof(seccomp_data, arch);
constexpr std::uint32_t kNrOffset = offsetof(seccomp_data, nr);

// Little-endian, as both architectures are: the half the kernel reads of an int comes first.
constexpr std::uint32_t low_half_of(std::uint8_t arg) {
  return offsetof(seccomp_data, args) + 8u * arg;
}

class Writer {
 public:
  void load(std::uint32_t offset) { put(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)); }
  void answer(std::uint32_t action) { put(BPF_STMT(BPF_RET | BPF_K, action)); }
  void jump(std::uint32_t by) { put(BPF_STMT(BPF_JMP | BPF_JA, by)); }
  void test(std::uint16_t op, std::uint32_t value, std::size_t if_true, std::size_t if_false) {
    put(BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | op | BPF_K), value,
                 static_cast<std::uint8_t>(if_true), static_cast<std::uint8_t>(if_false)));
  }
  void append(const Writer& other) {
    filter_.insert(filter_.end(), other.filter_.begin(), other.filter_.end());
  }
  [[nodiscard]] std::size_t size() const { return filter_.size(); }
  [[nodiscard]] std::vector<sock_filter> take() { return std::move(filter_); }

 private:
  void put(sock_filter instruction) { filter_.push_back(instruction); }
  std::vector<sock_filter> filter_;
};

// Falls out of its end when the argument passes; else skips `rest` more instructions.
Writer condition(const Condition& test, std::size_t rest) {
  constexpr std::uint32_t kSign = 0x80000000;
  Writer out;
  out.load(low_half_of(test.arg));
  switch (test.op) {
    case Op::equal:
      out.test(BPF_JEQ, test.value, 0, rest);
      break;
    case Op::not_negative:
      out.test(BPF_JSET, kSign, rest, 0);
      break;
    case Op::positive:
      out.test(BPF_JSET, kSign, rest + 1, 0);
      out.test(BPF_JEQ, 0, rest, 0);
      break;
    case Op::always:
      return {};
  }
  return out;
}

// Allows when every test of the option passes; else falls out of its end.
Writer option_code(const Option& option) {
  Writer allow;
  allow.answer(SECCOMP_RET_ALLOW);
  Writer second = condition(option.tests[1], allow.size());
  Writer out = condition(option.tests[0], second.size() + allow.size());
  out.append(second);
  out.append(allow);
  return out;
}

bool plainly_allowed(const Selection& selection, const Row& row) {
  return row.rule == Rule::allow || (row.rule == Rule::capped && !selection.memory_cap);
}

}  // namespace

std::vector<sock_filter> emit(const Selection& selection) {
  Writer out;
  out.load(kArchOffset);
  out.test(BPF_JEQ, sys::kNativeAudit, 1, 0);
  out.answer(SECCOMP_RET_USER_NOTIF);
  out.load(kNrOffset);
  out.test(BPF_JGE, sys::kX32Bit, 0, 1);  // x32, and -1 seen as unsigned
  out.answer(SECCOMP_RET_USER_NOTIF);

  for (const Row& row : rows()) {
    if (row.nr < 0 || row.rule != Rule::tested || !applies(selection, row.sets, row.libcs)) {
      continue;
    }
    Writer body;
    for (const Option& option : options()) {
      if (option.nr == row.nr && applies(selection, option.sets, option.libcs)) {
        body.append(option_code(option));
      }
    }
    body.answer(SECCOMP_RET_USER_NOTIF);
    SBX_CHECK(body.size() <= 255);
    out.test(BPF_JEQ, static_cast<std::uint32_t>(row.nr), 0, body.size());
    out.append(body);
  }

  std::vector<std::uint32_t> plain;
  for (const Row& row : rows()) {
    if (row.nr >= 0 && plainly_allowed(selection, row) && applies(selection, row.sets, row.libcs)) {
      plain.push_back(static_cast<std::uint32_t>(row.nr));
    }
  }
  for (std::size_t first = 0; first < plain.size(); first += kBlock) {
    const std::size_t end = std::min(plain.size(), first + kBlock);
    for (std::size_t i = first; i < end; ++i) {
      out.test(BPF_JEQ, plain[i], end - i, 0);
    }
    out.jump(1);
    out.answer(SECCOMP_RET_ALLOW);
  }
  out.answer(SECCOMP_RET_USER_NOTIF);
  return out.take();
}

}  // namespace sbx::policy
