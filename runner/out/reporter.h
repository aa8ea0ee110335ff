// runner/out/reporter.h - who is told about a run: one object a format, one file each.
//
//   std::vector<std::unique_ptr<Reporter>> all;
//   all.push_back(make_plain(text_options, stdout));
//   for (auto& r : all) { r->begin(run); r->result(result); r->end(totals); }
//
// Every call comes from one thread. result() comes in discovery order, whatever order the tests ran
// in; progress() tells what runs at the moment. A reporter that writes a file opens it when it is
// made, so that a file which cannot be written is known before the first box.
#pragma once
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runner/result.h"

namespace sbx::runner {

// What is known before the first test.
struct RunInfo {
  std::string command = {};  // how the runner was called, quoted
  std::size_t selected = 0;  // results to come
  std::size_t discovered = 0;
  unsigned jobs = 1;
  bool stable = false;  // leave out what differs between two runs: times, kept folders, jobs
};

struct Running {
  std::string id;
  std::chrono::milliseconds elapsed{0};
};

struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;
  std::size_t failed = 0;
  std::vector<Running> running = {};  // longest first
  std::chrono::milliseconds eta{-1};  // below 0: unknown
};

// How a run ended.
struct RunEnd {
  Totals totals = {};
  int exit_code = 0;
  std::string interrupted = {};  // "SIGINT", "SIGTERM", "max-failures"; empty: it ran to its end
  bool stable = false;
};

class Reporter {
 public:
  Reporter() = default;
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;
  virtual ~Reporter() = default;
  virtual void begin(const RunInfo&) {}
  virtual void progress(const Progress&) {}
  virtual void result(const TestResult&) = 0;
  virtual void end(const RunEnd&) = 0;
};

struct TextOptions {
  bool color = false;
  int verbosity = 0;  // -1 one line a failure, 0 failures in full, 1 one line a test
  bool stable = false;
  unsigned width = 80;  // of the status line
};

// Closes what it owns; stdout and stderr are borrowed.
struct CloseFile {
  void operator()(std::FILE* file) const;
};
using File = std::unique_ptr<std::FILE, CloseFile>;
// "-" is standard output. Null: errno says why.
[[nodiscard]] File open_report(const std::string& path);

[[nodiscard]] std::unique_ptr<Reporter> make_plain(TextOptions, std::FILE*);
[[nodiscard]] std::unique_ptr<Reporter> make_terminal(TextOptions, std::FILE*);
[[nodiscard]] std::unique_ptr<Reporter> make_junit(File, bool stable);
[[nodiscard]] std::unique_ptr<Reporter> make_json(File, bool stable);
[[nodiscard]] std::unique_ptr<Reporter> make_tap(File);
[[nodiscard]] std::unique_ptr<Reporter> make_html(File, bool stable);
[[nodiscard]] std::unique_ptr<Reporter> make_github(std::FILE*);

}  // namespace sbx::runner
