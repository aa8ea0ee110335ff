// expect/diff.h - a unified diff of bytes: every byte visible, its cost and its size bounded.
//
//   std::fputs(diff_bytes("a\nb\n", "a\nc\n", {}).c_str(), stderr);
//   // --- expected
//   // +++ got
//   // @@ -1,2 +1,2 @@
//   //  a
//   // -b
//   // +c
//
// The cost of a diff is quadratic where nothing is equal: what is compared is what is left after
// the common head and tail, and at most DiffOptions::max_input bytes and max_lines lines of it.
// Pure functions; thread-safe.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "expect/pattern.h"

namespace sbx::expect {

struct DiffOptions {
  std::size_t max_input = 64 << 10;   // bytes of each side that are compared
  std::size_t max_lines = 500;        // lines of each side that are compared
  std::size_t max_line = 400;         // bytes of a line that are shown, its head and tail
  std::size_t max_output = 16 << 10;  // bytes of the result, its head and tail
  std::size_t context = 3;            // equal lines around a difference
  std::string_view expected = "expected";
  std::string_view got = "got";
};

struct DiffLine {
  std::string_view text;             // without the newline
  bool newline = true;               // false: the last line, which has none
  const Pattern* pattern = nullptr;  // equal to what it matches, instead of to `text`
};

[[nodiscard]] std::vector<DiffLine> diff_lines_of(std::string_view bytes);

// Empty when both are equal. Lines end in newline; a line without one is followed by
// "\ no newline at the end".
[[nodiscard]] std::string diff_bytes(std::string_view expected, std::string_view got,
                                     const DiffOptions& options);
// The same over lines; `first` is the number of the first line less one, `cut` says that the sides
// go on behind what is given.
[[nodiscard]] std::string diff_lines(const std::vector<DiffLine>& expected,
                                     const std::vector<DiffLine>& got, const DiffOptions& options,
                                     std::size_t first = 0, bool cut = false);

// What is special about the difference: "only in its line endings", "only in the newline at its
// end", "a part is printed twice: ..."; empty when nothing is.
[[nodiscard]] std::string difference_note(std::string_view expected, std::string_view got);

// The first and last bytes of a text too long to show, with a line between that counts the rest.
[[nodiscard]] std::string head_and_tail(std::string text, std::size_t limit);

}  // namespace sbx::expect
