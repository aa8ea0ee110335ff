// expect/text.h - small text tools: closest names, words, bytes made visible.
//
//   closest("expect-exot", names) == "expect-exit"
//   split_words("-O2 'two words'") == {"-O2", "two words"}
//   visible("a\x1b\n") == "a\\x1b\\n"
//
// Pure functions; thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sbx/error.h"

namespace sbx::expect {

// Edits from one to the other: a byte put in, left out or replaced, or two neighbours swapped;
// `limit` + 1 when it takes more than `limit`.
[[nodiscard]] unsigned edit_distance(std::string_view a, std::string_view b, unsigned limit);

// The name nearest to `word` within distance 2 (1 for words of up to 4 bytes); empty when none is.
[[nodiscard]] std::string_view closest(std::string_view word,
                                       const std::vector<std::string_view>& names);
// "did you mean 'NAME'?", or empty.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       const std::vector<std::string_view>& names);

// Shell-like quoting without any expansion: blanks part words, '...' is verbatim, in "..." a
// backslash escapes '"' and '\', outside it escapes any byte. Error: a quote that is not closed.
[[nodiscard]] Result<std::vector<std::string>> split_words(std::string_view text);
// The inverse: one line that split_words reads as `words`.
[[nodiscard]] std::string join_words(const std::vector<std::string>& words);
// Each with a newline behind it.
[[nodiscard]] std::string join_lines(const std::vector<std::string>& lines);

// Lines of `text`, without their newlines. "" has none; "a\n" and "a" have one.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);

// Every "\r\n" is a "\n".
[[nodiscard]] std::string without_carriage_returns(std::string_view text);

// Printable ASCII and UTF-8 as they are, everything else as \n \t \r \0 \xHH and '\' as \\, so that
// two different byte strings never look the same.
[[nodiscard]] std::string visible(std::string_view bytes);
// visible() of at most `limit` bytes, and "... (N bytes)" where that is not all.
[[nodiscard]] std::string visible(std::string_view bytes, std::size_t limit);

// Length of the UTF-8 sequence at the front of `bytes`; 0 when there is no valid one (overlong
// forms, surrogates and code points above U+10FFFF are not).
[[nodiscard]] std::size_t utf8_length(std::string_view bytes);
// Offset of the first byte that is not valid UTF-8; npos when all of it is.
[[nodiscard]] std::size_t invalid_utf8(std::string_view bytes);

// "dir/name" -> "dir"; "name" -> "".
[[nodiscard]] std::string_view folder_of(std::string_view path);
// folder/name, or name where the folder is empty.
[[nodiscard]] std::string join_path(std::string_view folder, std::string_view name);
// "dir/name.c" -> "name"
[[nodiscard]] std::string_view stem_of(std::string_view path);

}  // namespace sbx::expect
