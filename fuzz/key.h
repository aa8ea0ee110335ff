// fuzz/key.h - what a failure is: one name for one bug, however many inputs show it, and whichever
// sanitizer the target was built with.
//
//   Failure f = failure_of(report, log);
//   f.key     "3f2a9c01d4e7"      of the kind and the first frames of the application
//   f.kind    "refused:open"
//   f.title   "refused: open /etc/passwd"
//
// libFuzzer's own token is one for every abort(): two bugs that abort would be one.
//
// Pure: thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sbx/report.h"

namespace sbx::fuzz {

struct Failure {
  bool failed = false;
  std::string kind;                 // "assert:depth < 64", "heap-buffer-overflow:WRITE", "timeout"
  std::vector<std::string> frames;  // what of the stack counts, the innermost first
  std::string key;                  // 12 hex digits; empty where nothing failed
  std::string title;                // one printable line for a reader
  std::string artifact;             // how the file of its input begins: "refused-open", "crash"
};

// `report`: of the box; `log`: what the target printed, with symbols where there are any.
[[nodiscard]] Failure failure_of(const Report& report, std::string_view log);

// The key of a kind and frames.
[[nodiscard]] std::string key_of(std::string_view kind, const std::vector<std::string>& frames);

// A printable line, cut to `limit` bytes; then "... (N bytes)" says that it was.
[[nodiscard]] std::string shortened(std::string_view line, std::size_t limit);

}  // namespace sbx::fuzz
