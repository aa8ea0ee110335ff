#include "expect/diagnostic.h"

#include <algorithm>

namespace sbx::expect {
namespace {

constexpr std::string_view kTitles[kCodes] = {
    "unknown directive or key",
    "missing colon",
    "looks like a directive",
    "two directives on one line",
    "has no meaning here",
    "given twice",
    "unknown selector, variable or revision",
    "after the first line of code",
    "ambiguous selectors",
    "trailing blank in a value",
    "contradiction",
    "an expectation file no test refers to",
    "unconditional skip",
    "asserts nothing",
    "wrong value",
    "a report line no box can print",
};

constexpr std::size_t kShownColumns = 200;  // of a source line; the caret is always inside

char drawable(char c) {
  if (c == '\t') {
    return ' ';
  }
  return c >= 0x20 && c < 0x7f ? c : '?';
}

std::string drawn(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), drawable);
  return out;
}

}  // namespace

std::string to_string(const Place& at) {
  std::string out = at.file;
  if (at.line > 0) {
    out += ":" + std::to_string(at.line);
    if (at.column > 0) {
      out += ":" + std::to_string(at.column);
    }
  }
  return out;
}

std::string code_name(Code code) {
  int n = static_cast<int>(code);
  return (n < 10 ? "E0" : "E") + std::to_string(n);
}

std::string_view code_title(Code code) {
  return kTitles[static_cast<int>(code) - 1];
}

std::string render(const Diagnostic& d) {
  std::string out = to_string(d.at) + ": error[" + code_name(d.code) + "]: " + d.message + "\n";
  if (d.source_line.empty() || d.at.line == 0) {
    if (!d.suggestion.empty()) {
      out += "      | " + d.suggestion + "\n";
    }
    return out;
  }
  // A long line is shown around its caret.
  std::size_t caret = static_cast<std::size_t>(std::max(d.at.column, 1) - 1);
  caret = std::min(caret, d.source_line.size());
  std::size_t from = caret > kShownColumns / 2 && d.source_line.size() > kShownColumns
                         ? caret - kShownColumns / 2
                         : 0;
  std::string shown = drawn(std::string_view(d.source_line).substr(from, kShownColumns));
  std::string number = std::to_string(d.at.line);
  if (number.size() < 5) {
    number.insert(0, 5 - number.size(), ' ');
  }
  std::size_t room = shown.size() > caret - from ? shown.size() - (caret - from) : 1;
  std::size_t length = std::min(std::max<std::size_t>(d.length, 1), std::max<std::size_t>(room, 1));
  out += number + " | " + shown + "\n";
  out += std::string(number.size(), ' ') + " | " + std::string(caret - from, ' ') + "^" +
         std::string(length - 1, '~');
  if (!d.suggestion.empty()) {
    out += " " + d.suggestion;
  }
  return out + "\n";
}

std::string render(std::vector<Diagnostic> all) {
  std::stable_sort(all.begin(), all.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return a.at.file != b.at.file ? a.at.file < b.at.file : a.at.line < b.at.line;
  });
  std::string out;
  for (const Diagnostic& d : all) {
    out += render(d);
  }
  return out;
}

}  // namespace sbx::expect
