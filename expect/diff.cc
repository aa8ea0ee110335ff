#include "expect/diff.h"

#include <algorithm>
#include <dtl/dtl.hpp>

#include "expect/text.h"

namespace sbx::expect {
namespace {

bool equal_lines(const DiffLine& a, const DiffLine& b) {
  if (a.newline != b.newline) {
    return false;
  }
  if (a.pattern != nullptr) {
    return b.pattern == nullptr && a.pattern->matches(b.text);
  }
  return b.pattern != nullptr ? b.pattern->matches(a.text) : a.text == b.text;
}

class CompareLines : public dtl::Compare<const DiffLine*> {
 public:
  inline bool impl(const DiffLine* const& a, const DiffLine* const& b) const override {
    return equal_lines(*a, *b);
  }
};

struct Op {
  char sign;  // ' ', '-' or '+'
  const DiffLine* line;
};

using Pointers = std::vector<const DiffLine*>;

std::vector<Op> compare(const Pointers& a, const Pointers& b) {
  std::vector<Op> ops;
  // dtl reserves 48 MB of addresses for every comparison; most need none: one side is empty, or one
  // line changed. (Both begin with lines that differ.)
  if (a.empty() || b.empty() || (a.size() == 1 && b.size() == 1)) {
    for (const DiffLine* line : a) {
      ops.push_back({'-', line});
    }
    for (const DiffLine* line : b) {
      ops.push_back({'+', line});
    }
    return ops;
  }
  dtl::Diff<const DiffLine*, Pointers, CompareLines> diff(a, b);
  diff.onHuge();
  diff.compose();
  for (const auto& [line, info] : diff.getSes().getSequence()) {
    char sign = info.type == dtl::SES_ADD ? '+' : info.type == dtl::SES_DELETE ? '-' : ' ';
    ops.push_back({sign, line});
  }
  return ops;
}

std::string shown(const DiffLine& line, std::size_t limit) {
  std::string_view text = line.text;
  if (text.size() <= limit) {
    return visible(text);
  }
  std::size_t half = limit / 2;
  return visible(text.substr(0, half)) + "...[" + std::to_string(text.size() - 2 * half) +
         " bytes]..." + visible(text.substr(text.size() - half));
}

void print(std::string* out, const Op& op, const DiffOptions& options) {
  *out += op.sign + shown(*op.line, options.max_line) + "\n";
  if (!op.line->newline) {
    *out += "\\ no newline at the end\n";
  }
}

std::string range(std::size_t from, std::size_t count) {
  return std::to_string(count == 0 ? from : from + 1) + "," + std::to_string(count);
}

// Writes the hunks of `ops`; both sides' first line is `first` + 1.
std::string hunks(const std::vector<Op>& ops, const DiffOptions& options, std::size_t first) {
  std::string out;
  std::size_t expected_line = first, got_line = first, i = 0;
  while (i < ops.size()) {
    std::size_t change = i;
    while (change < ops.size() && ops[change].sign == ' ') {
      ++change;
    }
    if (change == ops.size()) {
      break;
    }
    std::size_t from = std::max(i, change - std::min(change, options.context));
    expected_line += from - i;
    got_line += from - i;
    // The hunk ends where more than twice the context is equal.
    std::size_t end = change, equal = 0;
    for (std::size_t k = change; k < ops.size() && equal <= 2 * options.context; ++k) {
      equal = ops[k].sign == ' ' ? equal + 1 : 0;
      end = equal == 0 ? k + 1 : end;
    }
    end = std::min(end + options.context, ops.size());
    std::string body;
    std::size_t expected_count = 0, got_count = 0;
    for (std::size_t k = from; k < end; ++k) {
      print(&body, ops[k], options);
      expected_count += ops[k].sign != '+' ? 1 : 0;
      got_count += ops[k].sign != '-' ? 1 : 0;
    }
    out += "@@ -" + range(expected_line, expected_count) + " +" + range(got_line, got_count) +
           " @@\n" + body;
    expected_line += expected_count;
    got_line += got_count;
    i = end;
  }
  return out;
}

// Bytes of whole equal lines at the front of both.
std::size_t common_head(std::string_view a, std::string_view b) {
  std::size_t n = std::min(a.size(), b.size());
  auto differs = std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(n), b.begin());
  auto same = static_cast<std::size_t>(differs.first - a.begin());
  if (same == 0) {
    return 0;
  }
  std::size_t newline = a.rfind('\n', same - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

// The offset of the start of the `n`-th line before `at`.
std::size_t lines_before(std::string_view text, std::size_t at, std::size_t n) {
  while (at > 0 && n > 0) {
    std::size_t newline = at < 2 ? std::string_view::npos : text.rfind('\n', at - 2);
    at = newline == std::string_view::npos ? 0 : newline + 1;
    --n;
  }
  return at;
}

// got is expected with a copy of its own beginning put in somewhere.
bool has_doubled_start(std::string_view expected, std::string_view got) {
  if (got.size() <= expected.size()) {
    return false;
  }
  std::size_t extra = got.size() - expected.size();
  if (extra > expected.size() || expected[extra - 1] != '\n') {
    return false;
  }
  std::string_view start = expected.substr(0, extra);
  if (got.substr(0, extra) != start) {
    return false;
  }
  auto head = std::mismatch(expected.begin(), expected.end(), got.begin());
  auto tail = std::mismatch(expected.rbegin(), expected.rend(), got.rbegin());
  auto most = static_cast<std::size_t>(head.first - expected.begin());
  auto least = expected.size() - static_cast<std::size_t>(tail.first - expected.rbegin());
  constexpr std::size_t kTries = 4096;
  for (std::size_t at = least; at <= most && at < least + kTries; ++at) {
    if (got.substr(at, extra) == start) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<DiffLine> diff_lines_of(std::string_view bytes) {
  std::vector<DiffLine> lines;
  while (!bytes.empty()) {
    std::size_t end = bytes.find('\n');
    bool newline = end != std::string_view::npos;
    lines.push_back({bytes.substr(0, end), newline, nullptr});
    bytes.remove_prefix(newline ? end + 1 : bytes.size());
  }
  return lines;
}

std::string diff_lines(const std::vector<DiffLine>& expected, const std::vector<DiffLine>& got,
                       const DiffOptions& options, std::size_t first, bool cut) {
  std::size_t head = 0, tail = 0;
  std::size_t shorter = std::min(expected.size(), got.size());
  while (head < shorter && equal_lines(expected[head], got[head])) {
    ++head;
  }
  if (head == expected.size() && head == got.size() && !cut) {
    return {};
  }
  while (!cut && tail < shorter - head &&
         equal_lines(expected[expected.size() - 1 - tail], got[got.size() - 1 - tail])) {
    ++tail;
  }
  auto middle = [&](const std::vector<DiffLine>& lines) {
    Pointers out;
    std::size_t end = std::min(lines.size() - tail, head + options.max_lines);
    for (std::size_t i = head; i < end; ++i) {
      out.push_back(&lines[i]);
    }
    return out;
  };
  Pointers a = middle(expected), b = middle(got);
  bool shortened = a.size() < expected.size() - head - tail || b.size() < got.size() - head - tail;
  std::vector<Op> ops;
  std::size_t context = head - std::min(head, options.context);
  for (std::size_t i = context; i < head; ++i) {
    ops.push_back({' ', &got[i]});
  }
  std::vector<Op> changes = compare(a, b);
  ops.insert(ops.end(), changes.begin(), changes.end());
  for (std::size_t i = got.size() - tail; !shortened && i < got.size(); ++i) {
    ops.push_back({' ', &got[i]});
    if (i + 1 - (got.size() - tail) >= options.context) {
      break;
    }
  }
  std::string out = "--- " + std::string(options.expected) + "\n+++ " + std::string(options.got) +
                    "\n" + hunks(ops, options, first + context);
  if (shortened || cut) {
    out += "... both go on\n";
  }
  return head_and_tail(std::move(out), options.max_output);
}

std::string diff_bytes(std::string_view expected, std::string_view got,
                       const DiffOptions& options) {
  if (expected == got) {
    return {};
  }
  std::size_t from = lines_before(expected, common_head(expected, got), options.context);
  auto first = static_cast<std::size_t>(
      std::count(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(from), '\n'));
  expected.remove_prefix(from);
  got.remove_prefix(from);
  // Whole lines where that is possible; a line longer than everything allowed is shown by its ends.
  auto part = [&](std::string_view side) {
    if (side.size() <= options.max_input) {
      return side;
    }
    std::size_t newline = side.rfind('\n', options.max_input - 1);
    if (newline == std::string_view::npos) {
      newline = side.find('\n');
    }
    return newline == std::string_view::npos ? side : side.substr(0, newline + 1);
  };
  std::string_view a = part(expected), b = part(got);
  return diff_lines(diff_lines_of(a), diff_lines_of(b), options, first,
                    a.size() < expected.size() || b.size() < got.size());
}

std::string difference_note(std::string_view expected, std::string_view got) {
  constexpr std::size_t kMaxNoted = 16 << 20;  // larger outputs get no note
  if (expected == got || expected.size() > kMaxNoted || got.size() > kMaxNoted) {
    return {};
  }
  auto is_longer_by_newline = [](std::string_view longer, std::string_view shorter) {
    return longer.size() == shorter.size() + 1 && longer.back() == '\n' &&
           longer.substr(0, shorter.size()) == shorter;
  };
  if (is_longer_by_newline(expected, got)) {
    return "only in the newline at its end, which is missing";
  }
  if (is_longer_by_newline(got, expected)) {
    return "only in the newline at its end, which is one too many";
  }
  if (without_carriage_returns(expected) == without_carriage_returns(got)) {
    return "only in its line endings";
  }
  if (has_doubled_start(expected, got)) {
    return "a part is printed twice: a fork with unflushed output does that";
  }
  return {};
}

std::string head_and_tail(std::string text, std::size_t limit) {
  if (text.size() <= limit) {
    return text;
  }
  std::size_t half = limit / 2;
  std::size_t head = text.rfind('\n', half);
  head = head == std::string::npos ? half : head + 1;
  std::size_t tail = text.find('\n', text.size() - half);
  tail = tail == std::string::npos || tail + 1 >= text.size() ? text.size() - half : tail + 1;
  std::string middle = "... " + std::to_string(tail - head) + " bytes left out ...\n";
  return text.substr(0, head) + (text[head - 1] == '\n' ? "" : "\n") + middle + text.substr(tail);
}

}  // namespace sbx::expect
