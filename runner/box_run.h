// runner/box_run.h - runs one test's program in its box, without judging what it did.
//
//   BoxRunner boxes(options, "cases");
//   Captures captures;                                       // one a thread
//   BoxRun ran = boxes.run(test_case, captures, stop);
//   expect::Outcome got = outcome_of(test_case, ran, captures);
//
// run() is thread-safe as long as each thread has Captures of its own. It blocks until the box is
// gone; a stop request ends the box.
#pragma once
#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "expect/judge.h"
#include "runner/capture.h"
#include "runner/cases.h"
#include "runner/deadlines.h"
#include "runner/options.h"

namespace sbx::runner {

struct Captures {
  Capture out = {};
  Capture err = {};
};

struct BoxRun {
  std::string wrong = {};  // why no box was asked for; empty: it ran
  std::vector<std::string> report = {};
  std::vector<std::string> writes = {};
  int exit_code = 0;
  std::chrono::microseconds wall{0};
  std::chrono::microseconds cpu{0};
  std::chrono::milliseconds timeout{0};  // 0: none
  bool timed_out = false;
  bool stopped = false;  // by the stop token
};

class BoxRunner {
 public:
  BoxRunner(const Options& options, std::string base) : options_(options), base_(std::move(base)) {}
  [[nodiscard]] BoxRun run(const Case&, Captures&, const std::stop_token&);
  [[nodiscard]] const std::string& base() const { return base_; }

 private:
  const Options& options_;
  std::string base_;
  Deadlines deadlines_ = {};
};

// Views into the captures, valid until they are used again.
[[nodiscard]] expect::Outcome outcome_of(const Case&, const BoxRun&, Captures&);

}  // namespace sbx::runner
