#include "policy/emit.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

#include "policy/compact.h"
#include "sbx/error.h"

namespace sbx::policy {
namespace {

// A conditional jump is 8 bits wide.
constexpr std::size_t kFarthest = 255;

constexpr std::uint32_t kArchOffset = offsetof(seccomp_data, arch);
constexpr std::uint32_t kNrOffset = offsetof(seccomp_data, nr);
constexpr std::uint32_t kCallerOffset = offsetof(seccomp_data, instruction_pointer);

// Little-endian, as both architectures are: the half the kernel reads of an int comes first.
constexpr std::uint32_t low_half_of(std::uint8_t arg) {
  return offsetof(seccomp_data, args) + 8u * arg;
}
constexpr std::uint32_t high_half_of(std::uint8_t arg) {
  return low_half_of(arg) + 4;
}

class Writer {
 public:
  void load(std::uint32_t offset) { put(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)); }
  void constant(std::uint32_t value) { put(BPF_STMT(BPF_LD | BPF_W | BPF_IMM, value)); }
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
  if (test.op == Op::by_loader) {
    static_assert(kLoaderBegin >> 32 == kLoaderEnd >> 32);
    out.load(kCallerOffset);
    out.test(BPF_JGE, static_cast<std::uint32_t>(kLoaderBegin), 0, rest + 3);
    out.test(BPF_JGE, static_cast<std::uint32_t>(kLoaderEnd), rest + 2, 0);
    out.load(kCallerOffset + 4);
    out.test(BPF_JEQ, kLoaderBegin >> 32, 0, rest);
    return out;
  }
  if (test.op == Op::below) {
    out.load(high_half_of(test.arg));
    out.test(BPF_JEQ, 0, 0, rest + 2);
  }
  out.load(low_half_of(test.arg));
  switch (test.op) {
    case Op::below:
      out.test(BPF_JGE, test.value, rest, 0);
      break;
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
    case Op::by_loader:
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

// What the row's rule comes to in this step: `allow`, `tested` or `ask`.
Rule rule_of(const Selection& selection, const Row& row) {
  if (row.rule == Rule::capped) {
    return selection.fuzz || selection.memory_cap ? Rule::tested : Rule::allow;
  }
  if (row.rule == Rule::watch) {
    const bool has_options = std::any_of(options().begin(), options().end(),
                                         [&](const Option& o) { return o.name == row.name; });
    return selection.fuzz ? Rule::ask : has_options ? Rule::tested : Rule::allow;
  }
  return row.rule;
}

// From this number on, up to the next segment's, the same is answered.
struct Segment {
  std::uint32_t first;
  bool allow;
  const Row* tested;  // or its options are asked
};

// Options that all ask one argument for one value share its load and their answer.
bool is_a_choice(const std::vector<const Option*>& all) {
  return std::all_of(all.begin(), all.end(), [&](const Option* o) {
    return o->tests[0].op == Op::equal && o->tests[1].op == Op::always &&
           o->tests[0].arg == all.front()->tests[0].arg;
  });
}

Writer choice(const std::vector<const Option*>& all) {
  Writer body;
  body.load(low_half_of(all.front()->tests[0].arg));
  std::size_t left = all.size();  // comparisons from here to the `ask`
  for (const Option* o : all) {
    body.test(BPF_JEQ, o->tests[0].value, left--, 0);
  }
  body.answer(SECCOMP_RET_USER_NOTIF);
  body.answer(SECCOMP_RET_ALLOW);
  return body;
}

Writer leaf(const Selection& selection, const Segment& segment) {
  std::vector<const Option*> asked;
  for (const Option& option : options()) {
    if (segment.tested != nullptr && option.nr == segment.tested->nr &&
        applies(selection, option.sets, option.libcs)) {
      asked.push_back(&option);
    }
  }
  if (!asked.empty() && is_a_choice(asked)) {
    return choice(asked);
  }
  Writer body;
  for (const Option* option : asked) {
    body.append(option_code(*option));
  }
  body.answer(segment.allow ? SECCOMP_RET_ALLOW : SECCOMP_RET_USER_NOTIF);
  return body;
}

// A binary search. The kernel runs a new filter for every call number to learn which ones are
// always allowed: a chain of two hundred comparisons makes that 0.3 ms of every box (DECISIONS.md,
// 10).
Writer tree(const Selection& selection, const std::vector<Segment>& segments, std::size_t begin,
            std::size_t end) {
  if (end - begin == 1) {
    return leaf(selection, segments[begin]);
  }
  const std::size_t middle = begin + (end - begin) / 2;
  const Writer left = tree(selection, segments, begin, middle);
  Writer out;
  if (left.size() <= kFarthest) {
    out.test(BPF_JGE, segments[middle].first, left.size(), 0);
  } else {
    out.test(BPF_JGE, segments[middle].first, 0, 1);
    out.jump(static_cast<std::uint32_t>(left.size()));
  }
  out.append(left);
  out.append(tree(selection, segments, middle, end));
  return out;
}

std::vector<Segment> segments_of(const Selection& selection) {
  std::vector<const Row*> answered;
  for (const Row& row : rows()) {
    if (row.nr >= 0 && rule_of(selection, row) != Rule::ask &&
        applies(selection, row.sets, row.libcs)) {
      answered.push_back(&row);
    }
  }
  std::sort(answered.begin(), answered.end(),
            [](const Row* a, const Row* b) { return a->nr < b->nr; });
  std::vector<Segment> all = {{0, false, nullptr}};
  auto from = [&](Segment s) {
    if (all.back().first == s.first) {
      all.back() = s;
    } else {
      all.push_back(s);
    }
  };
  for (const Row* row : answered) {
    const std::uint32_t nr = static_cast<std::uint32_t>(row->nr);
    const bool tested = rule_of(selection, *row) == Rule::tested;
    const bool continues =
        !tested && all.back().first == nr && all.size() > 1 && all[all.size() - 2].allow;
    if (continues) {
      all.back().first = nr + 1;  // the next number of a run of allowed ones
      continue;
    }
    from({nr, !tested, tested ? row : nullptr});
    all.push_back({nr + 1, false, nullptr});
  }
  return all;
}

}  // namespace

std::vector<sock_filter> emit(const Selection& selection) {
  Writer out;
  if (selection.record) {
    out.answer(SECCOMP_RET_USER_NOTIF);
    return out.take();
  }
  if (selection.brief) {
    // For its cache of answers the kernel runs a filter once for every number it might see, unless
    // it meets an instruction that it does not expect: any load but of a field.
    out.constant(0);
  }
  out.load(kArchOffset);
  out.test(BPF_JEQ, sys::kNativeAudit, 1, 0);
  out.answer(SECCOMP_RET_USER_NOTIF);
  out.load(kNrOffset);
  const std::vector<Segment> segments = segments_of(selection);
  // x32, and -1 seen as unsigned, lie beyond the last segment: they are asked like any other
  // number.
  out.append(tree(selection, segments, 0, segments.size()));
  return compact(out.take());
}

const std::vector<sock_filter>& emitted(const Selection& selection) {
  static std::mutex mutex;
  static auto& all =
      *new std::map<Selection, std::vector<sock_filter>>;  // for threads that outlive
  const std::lock_guard lock(mutex);
  auto found = all.find(selection);
  if (found == all.end()) {
    found = all.emplace(selection, emit(selection)).first;
  }
  return found->second;
}

}  // namespace sbx::policy
