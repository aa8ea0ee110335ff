// runner/out/text.h - the words both text reporters share: a failure in full, the summary.
//
//   Text text(options);
//   std::fputs(text.failure(result).c_str(), stdout);
//
// Pure; whatever a test passed is made visible, so that no output can move a cursor.
#pragma once
#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runner/out/reporter.h"

namespace sbx::runner {

enum class Tint { none, bold, dim, red, green, yellow, cyan };

class Text {
 public:
  explicit Text(TextOptions options) : options_(options) {}

  [[nodiscard]] const TextOptions& options() const { return options_; }
  [[nodiscard]] std::string tinted(Tint, std::string_view text) const;
  // "FAIL isolation/shadow (0.012 s)" and, at verbosity 0 and above, everything about it.
  [[nodiscard]] std::string failure(const TestResult&) const;
  // One line: "pass isolation/shadow (0.012 s)", "skip isolation/x32: needs x86_64".
  [[nodiscard]] std::string line(const TestResult&) const;

 private:
  [[nodiscard]] std::string time(const TestResult&) const;
  [[nodiscard]] std::string diff(std::string_view text, std::string_view indent) const;
  [[nodiscard]] std::string one_failure(const Failure&) const;
  [[nodiscard]] std::string output(const char* name, const std::string& bytes,
                                   std::uint64_t all) const;
  TextOptions options_;
};

// What the end of a run lists: collected result by result.
class Summary {
 public:
  void add(const TestResult&);
  // Failed and flaky tests, skips by reason, counts; the last line is last_line(totals).
  [[nodiscard]] std::string render(const Text&, const RunEnd&) const;

 private:
  std::vector<std::string> failed_ = {};  // "id: what"
  std::vector<std::string> flaky_ = {};
  std::vector<std::string> unchecked_ = {};
  std::map<std::string, unsigned> skips_ = {};  // reason -> count
};

// "0.012 s", "12.3 s", "2 min 5 s"
[[nodiscard]] std::string human_time(std::chrono::microseconds);
// The first broken promise in one line, with its place.
[[nodiscard]] std::string headline(const TestResult&);
// What XML and HTML write for & < > and "; empty: the byte as it is.
[[nodiscard]] std::string_view entity(char);
// At most `bytes` of text, cut at a line.
[[nodiscard]] std::string_view first_lines(std::string_view text, std::size_t bytes);

}  // namespace sbx::runner
