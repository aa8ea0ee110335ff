// expect/match.h - lines of output against exact lines, patterns and any-lines, in order.
//
//   MatchResult r = match_lines(expect.out.items, "took 12 ms\n");
//   if (!r.matched) { std::fputs(r.diff.c_str(), stderr); }
//
// Pure functions; thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "expect/expectation.h"

namespace sbx::expect {

struct MatchResult {
  bool matched = false;
  std::size_t item = 0;  // the first item that did not match; the number of items: output is left
  std::string expected = {};  // its text, and the line that came instead
  std::string got = {};
  std::string diff = {};
};

[[nodiscard]] MatchResult match_lines(const std::vector<OutputItem>& items, std::string_view bytes);

// The bytes that exact items stand for. REQUIRES: every item is exact.
[[nodiscard]] std::string exact_bytes(const std::vector<OutputItem>& items);

// For each item the number of the line it matched, or -1: what bless keeps. An any-item gets the
// number of the first line after it.
[[nodiscard]] std::vector<int> align_lines(const std::vector<OutputItem>& items,
                                           std::string_view bytes);

}  // namespace sbx::expect
