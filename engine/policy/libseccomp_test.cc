// A second opinion: libseccomp's names, and the same policy built and compiled by it.
#include <gtest/gtest.h>
#include <linux/audit.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "policy/emit.h"
#include "policy/selections_test.h"

namespace sbx::policy {
namespace {

struct Table {
  sys::Abi abi;
  std::uint32_t token;
  std::span<const sys::Named> calls;
};

const Table kTables[] = {
    {sys::Abi::x86_64, SCMP_ARCH_X86_64, sys::kX8664Calls},
    {sys::Abi::aarch64, SCMP_ARCH_AARCH64, sys::kAarch64Calls},
    {sys::Abi::i386, SCMP_ARCH_X86, sys::kI386Calls},
};

TEST(Libseccomp, KnowsTheSameNames) {
  for (const Table& table : kTables) {
    std::size_t known = 0;
    for (const sys::Named& call : table.calls) {
      const std::string name(call.name);
      const int theirs = seccomp_syscall_resolve_name_arch(table.token, name.c_str());
      if (theirs >= 0) {  // newer calls it does not know; it numbers the multiplexed ones below 0
        ++known;
        EXPECT_EQ(theirs, call.nr) << sys::abi_name(table.abi) << ' ' << name;
      }
    }
    EXPECT_GT(known + 60, table.calls.size()) << sys::abi_name(table.abi);
    for (int nr = 0; nr < 600; ++nr) {
      const std::unique_ptr<char, decltype(&std::free)> theirs(
          seccomp_syscall_resolve_num_arch(table.token, nr), &std::free);
      const std::string_view ours = sys::syscall_name(table.abi, nr);
      if (theirs != nullptr) {
        EXPECT_EQ(ours, theirs.get()) << sys::abi_name(table.abi) << ' ' << nr;
      }
    }
  }
}

// libseccomp compares whole 64-bit registers unless masked, and has no "greater than 0 as an int":
// the low half, and the sign bit clear. So it lets 0 pass as positive; such
// arguments are not compared.
scmp_arg_cmp comparison(const Condition& test) {
  scmp_arg_cmp out{};
  out.arg = test.arg;
  if (test.op == Op::below) {
    out.op = SCMP_CMP_LT;
    out.datum_a = test.value;
    return out;
  }
  out.op = SCMP_CMP_MASKED_EQ;
  out.datum_a = test.op == Op::equal ? 0xffffffff : 0x80000000;
  out.datum_b = test.op == Op::equal ? test.value : 0;
  return out;
}

// The rule a step's row comes to.
Rule comes_to(const Selection& selection, const Row& row) {
  const bool has_options = std::any_of(options().begin(), options().end(),
                                       [&](const Option& o) { return o.name == row.name; });
  switch (row.rule) {
    case Rule::capped:
      return selection.fuzz || selection.memory_cap ? Rule::tested : Rule::allow;
    case Rule::watch:
      return selection.fuzz ? Rule::ask : has_options ? Rule::tested : Rule::allow;
    default:
      return row.rule;
  }
}

std::vector<sock_filter> theirs(const Selection& selection) {
  const std::unique_ptr<void, decltype(&seccomp_release)> context(seccomp_init(SCMP_ACT_NOTIFY),
                                                                  &seccomp_release);
  EXPECT_EQ(seccomp_attr_set(context.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_NOTIFY), 0);
  for (const Row& row : rows()) {
    if (row.nr < 0 || !applies(selection, row.sets, row.libcs)) {
      continue;
    }
    const Rule rule = comes_to(selection, row);
    if (rule == Rule::allow) {
      EXPECT_EQ(seccomp_rule_add(context.get(), SCMP_ACT_ALLOW, row.nr, 0), 0) << row.name;
    }
    for (const Option& option : options()) {
      const bool of_a_caller = option.tests[0].op == Op::by_loader;  // it compares no such field
      if (rule != Rule::tested || option.name != row.name || of_a_caller ||
          !applies(selection, option.sets, option.libcs)) {
        continue;
      }
      std::vector<scmp_arg_cmp> tests;
      for (const Condition& test : option.tests) {
        if (test.op != Op::always) {
          tests.push_back(comparison(test));
        }
      }
      EXPECT_EQ(seccomp_rule_add_array(context.get(), SCMP_ACT_ALLOW, row.nr,
                                       static_cast<unsigned>(tests.size()), tests.data()),
                0)
          << row.name;
    }
  }
  const int fd = memfd_create("filter", MFD_CLOEXEC);
  EXPECT_EQ(seccomp_export_bpf(context.get(), fd), 0);
  const off_t size = lseek(fd, 0, SEEK_END);
  std::vector<sock_filter> filter(static_cast<std::size_t>(size) / sizeof(sock_filter));
  EXPECT_EQ(pread(fd, filter.data(), static_cast<std::size_t>(size), 0), size);
  close(fd);
  return filter;
}

// Their generator masks, so it needs one instruction ours never emits.
std::uint32_t run(const std::vector<sock_filter>& filter, const seccomp_data& data) {
  std::uint32_t accumulator = 0;
  for (std::size_t pc = 0; pc < filter.size(); ++pc) {
    const sock_filter& at = filter[pc];
    switch (at.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        std::memcpy(&accumulator, reinterpret_cast<const char*>(&data) + at.k, sizeof accumulator);
        break;
      case BPF_ALU | BPF_AND | BPF_K:
        accumulator &= at.k;
        break;
      case BPF_JMP | BPF_JA:
        pc += at.k;
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        pc += accumulator == at.k ? at.jt : at.jf;
        break;
      case BPF_JMP | BPF_JGT | BPF_K:
        pc += accumulator > at.k ? at.jt : at.jf;
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        pc += accumulator >= at.k ? at.jt : at.jf;
        break;
      case BPF_RET | BPF_K:
        return at.k;
      default:
        ADD_FAILURE() << "instruction " << at.code;
        return 0;
    }
  }
  ADD_FAILURE() << "no answer";
  return 0;
}

// One argument varied among ones that pass for a descriptor or a process.
std::vector<std::array<std::uint64_t, 6>> patterns() {
  std::vector<std::array<std::uint64_t, 6>> out;
  std::vector<std::uint64_t> values = {1, 2, 0x7fffffff, 0x80000000, 0xffffffff, ~0ull, 0x5412};
  for (const Option& option : options()) {
    if (option.tests[0].op == Op::equal) {
      values.push_back(option.tests[0].value);
      values.push_back(option.tests[0].value | 0x100000000);
    }
  }
  for (std::uint64_t value : values) {
    for (std::size_t alone = 0; alone < 3; ++alone) {
      std::array<std::uint64_t, 6> one{3, 3, 3, 3, 3, 3};
      one[alone] = value;
      out.push_back(one);
    }
  }
  return out;
}

std::uint32_t low(std::uint64_t arg) {
  return static_cast<std::uint32_t>(arg);
}

TEST(Libseccomp, BuildsAFilterThatAgrees) {
  const std::vector<std::array<std::uint64_t, 6>> all = patterns();
  const std::vector<std::array<std::uint64_t, 6>> few(all.begin(), all.begin() + 2);
  for (const Selection& selection : every_selection()) {
    const std::vector<sock_filter> filter = theirs(selection);
    const std::vector<sock_filter> ours = emit(selection);
    for (int nr = 0; nr < 600; ++nr) {
      const bool tested = std::any_of(options().begin(), options().end(),
                                      [nr](const Option& option) { return option.nr == nr; });
      for (const auto& args : tested ? all : few) {
        seccomp_data data{};
        data.nr = nr;
        data.arch = sys::kNativeAudit;
        std::copy(args.begin(), args.end(), data.args);
        const bool zero_for_positive =
            (nr == sys::syscall_number("tkill") && low(args[0]) == 0) ||
            (nr == sys::syscall_number("tgkill") && (low(args[0]) == 0 || low(args[1]) == 0));
        if (zero_for_positive) {
          continue;
        }
        ASSERT_EQ(run(filter, data), evaluate(ours, data))
            << describe(selection) << ' ' << nr << ' ' << args[0] << ' ' << args[1];
      }
    }
  }
}

}  // namespace
}  // namespace sbx::policy
