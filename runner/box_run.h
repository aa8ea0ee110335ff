// runner/box_run.h - runs one test's program in its box, without judging what it did.
//
//   BoxRunner boxes(options, "cases");
//   Captures captures;                                       // one a thread
//   BoxRun ran = boxes.run(test_case, captures, stop);
//   expect::Outcome got = outcome_of(test_case, ran, captures);
//
// run() is thread-safe as long as each thread has Captures of its own. It blocks until the box is
// over; a stop request ends the box. Boxes of one shape follow one another in one cell
// (sbx/pool.h), unless Options::fresh.
#pragma once
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "expect/judge.h"
#include "runner/capture.h"
#include "runner/cases.h"
#include "runner/deadlines.h"
#include "runner/options.h"
#include "sbx/pool.h"

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
  BoxRunner(const Options& options, std::string base) : options_(options), base_(std::move(base)) {
    start();
  }
  [[nodiscard]] BoxRun run(const Case&, Captures&, const std::stop_token&);
  [[nodiscard]] const std::string& base() const { return base_; }
  // Ends what stands between boxes; a later run() makes its own again. REQUIRES: none is under way.
  void release() {
    pool_.reset();
    start();
  }

 private:
  void start() {
    if (!options_.fresh && !options_.no_box) {
      pool_.emplace(Request{}, options_.jobs);
    }
  }

  const Options& options_;
  std::string base_;
  Deadlines deadlines_ = {};
  std::optional<Pool> pool_;  // nothing: every box is a fresh one
};

// Views into the captures, valid until they are used again.
[[nodiscard]] expect::Outcome outcome_of(const Case&, const BoxRun&, Captures&);

}  // namespace sbx::runner
