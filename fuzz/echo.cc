#include "fuzz/echo.h"

#include <algorithm>
#include <cctype>

#include "expect/text.h"

namespace sbx::fuzz {
namespace {

// Behind the line of mutations an input of at most 256 bytes is written twice, a line each: as
// numbers and as text. "artifact_prefix=" follows (LLVM 14 to 19, Fuzzer::DumpCurrentUnit).
constexpr int kLinesOfAnInput = 2;

bool begins(std::string_view line, std::string_view with) {
  return line.substr(0, with.size()) == with;
}

bool has(std::string_view line, std::string_view text) {
  return line.find(text) != std::string_view::npos;
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// "MS: 2 CMP-EraseBytes- DE: "abc"-; base unit: adc83b19e793491b1c6ea0fd8b46cd9f32e592fc"
bool is_mutations(std::string_view line) {
  return begins(line, "MS: ") && line.size() > 4 && is_digit(line[4]) && has(line, "; base unit: ");
}

// "#1432<tab>NEW    cov: 9 ft: 9 corp: 3/12b exec/s: 0 L: 4/4 MS: 1 CMP- DE: "abc"-"; a frame of a
// stack is indented.
bool is_progress(std::string_view line) {
  const std::size_t end = std::min(line.find_first_not_of("0123456789", 1), line.size());
  return begins(line, "#") && end > 1 && end < line.size() &&
         (line[end] == '\t' || line[end] == ':');
}

// "\x0a\x0b" # Uses: 12
bool is_recommended(std::string_view line) {
  return begins(line, "\"") && has(line, "\" # Uses: ");
}

}  // namespace

std::string without_echoes(std::string_view log) {
  std::string out;
  int dropping = 0;
  for (std::string_view line : expect::split_lines(log)) {
    if (begins(line, "artifact_prefix=")) {
      dropping = 0;
    }
    if (is_mutations(line)) {
      dropping = kLinesOfAnInput;
    } else if (dropping > 0) {
      --dropping;
    } else if (!is_progress(line) && !is_recommended(line)) {
      out += line;
      out += '\n';
    }
  }
  return out;
}

}  // namespace sbx::fuzz
