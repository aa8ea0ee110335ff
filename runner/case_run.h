// runner/case_run.h - runs one test in its box and judges it.
//
//   CaseRunner runner(options, base, outputs_folder);
//   Captures captures;                                      // one a thread
//   TestResult r = runner.run(test_case, captures, stop);
//
// run() is thread-safe as long as each thread has Captures of its own. It blocks until the box is
// gone. After a stop request the running box is ended and the result is Status::not_run.
#pragma once
#include <stop_token>
#include <string>
#include <vector>

#include "runner/box_run.h"
#include "runner/cases.h"
#include "runner/options.h"
#include "runner/result.h"

namespace sbx::runner {

class CaseRunner {
 public:
  // outputs: folder where the outputs of failures are kept; empty: nowhere.
  CaseRunner(const Options& options, std::string base, std::string outputs);

  // Every run the options ask for: repeats, retries, determinism.
  [[nodiscard]] TestResult run(const Case&, Captures&, const std::stop_token&);

  [[nodiscard]] BoxRunner& boxes() { return boxes_; }

 private:
  struct Attempt;
  struct Repeat;
  [[nodiscard]] Attempt attempt(const Case&, Captures&, const std::stop_token&);
  [[nodiscard]] Attempt compared(const Case&, Captures&, const std::stop_token&);
  [[nodiscard]] Repeat repeat(const Case&, Captures&, const std::stop_token&);
  [[nodiscard]] TestResult finished(const Case&, Repeat&&) const;
  static void compare(const Attempt& first, unsigned number, Attempt* next);
  void judge(const Case&, expect::Outcome, TestResult*) const;
  void keep(const Case&, Captures&, TestResult*) const;
  void forget(const Case&) const;

  const Options& options_;
  BoxRunner boxes_;
  std::string outputs_;
  bool outputs_exist_ = false;  // of an earlier run: what passes now is removed there
};

// What stands on a line of a file, without its newline; empty when there is none. 1-based.
[[nodiscard]] std::string line_of_file(const std::string& path, int line);

}  // namespace sbx::runner
