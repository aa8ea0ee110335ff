// expect/diagnostic.h - what is wrong in a test's text, said the way a compiler says it.
//
//   cases/hello.c:1:4: error[E01]: unknown directive 'expect-exot'
//    1 | // expect-exot: 0
//      |    ^~~~~~~~~~~ did you mean 'expect-exit'?
//
// Plain values; safe to copy between threads.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sbx::expect {

// Where something is written. line and column are 1-based and count bytes; line 0: the whole file.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

// "file:line:column", the shape editors and CI logs turn into a link.
[[nodiscard]] std::string to_string(const Place&);

// The numbers are stable: they stand in CI logs and in the docs. code_title() has the words.
enum class Code {
  e01_unknown = 1,
  e02_missing_colon,
  e03_looks_like,
  e04_two_on_a_line,
  e05_no_meaning_here,
  e06_given_twice,
  e07_unknown_name,
  e08_after_code,
  e09_ambiguous,
  e10_trailing_blank,
  e11_contradiction,
  e12_unreferenced,
  e13_unconditional_skip,
  e14_asserts_nothing,
  e15_wrong_value,
  e16_impossible_report,
};
inline constexpr int kCodes = 16;

struct Diagnostic {
  Place at;
  Code code = Code::e01_unknown;
  std::string message;           // one sentence, no full stop
  std::string suggestion = {};   // "did you mean 'expect-exit'?"; may be empty
  std::string source_line = {};  // the line, without its newline; empty: no caret is drawn
  std::size_t length = 1;        // bytes the caret underlines. >= 1
};

// "E01"
[[nodiscard]] std::string code_name(Code);
// "unknown directive or key"
[[nodiscard]] std::string_view code_title(Code);

// The GCC form with source line and caret, newline at its end. Control bytes and bytes above 0x7e
// of the source line are drawn as one '?' each (tabs as a blank), so that the caret stands right.
[[nodiscard]] std::string render(const Diagnostic&);
// All of them, ordered by file and line.
[[nodiscard]] std::string render(std::vector<Diagnostic>);

}  // namespace sbx::expect
