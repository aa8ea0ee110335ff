// runner/result.h - how one test ended, and how the tests of one run add up.
//
//   TestResult r{.id = "isolation/shadow", .status = Status::passed};
//   Totals t;
//   t.add(r);
//   std::puts(last_line(t).c_str());  // "1 passed, 0 failed, 0 skipped"
//
// Plain values: what a reporter shows and what a JSON stream keeps. Text fields hold bytes as the
// program wrote them; every reporter escapes for its own format.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbx::runner {

enum class Status {
  passed,
  failed,
  skipped,
  xfailed,   // failed, and test-xfail says so
  xpassed,   // passed although test-xfail says it fails: a failure
  flaky,     // passed after a failure, under --retries
  not_run,   // the run ended first
  excluded,  // a defaults.expect says why it does not run
};

// "passed", "failed", ...: the words of machine output.
[[nodiscard]] std::string_view to_string(Status);
[[nodiscard]] std::optional<Status> status_of(std::string_view word);
// failed or xpassed.
[[nodiscard]] bool is_failure(Status);

// One broken promise.
struct Failure {
  std::string kind = {};     // "exit", "stdout", "report", "timeout", "setup", "nondeterminism" ...
  std::string summary = {};  // one line
  std::string expected = {};  // short, visible escapes; may be empty
  std::string got = {};
  std::string text = {};  // a unified diff or the marked report; lines end in newline
  std::string file = {};  // where the directive stands; empty: a default
  int line = 0;           // 1-based; 0: the whole file
  int column = 0;
  std::string source = {};  // the directive as written
};

struct TestResult {
  std::string id = {};
  std::string path = {};  // the file that promises
  std::vector<std::string> tags = {};
  Status status = Status::not_run;
  std::string reason = {};  // of a skip, an exclusion, an expected failure, a test that was not run
  std::vector<Failure> failures = {};
  int exit_code = 0;
  std::vector<std::string> report = {};  // without "sandbox: "
  std::string out = {}, err = {};        // first kShownBytes of each, kept for failures alone
  std::uint64_t out_bytes = 0, err_bytes = 0;
  unsigned unchecked = 0;             // outputs no directive judges
  unsigned runs = 0;                  // how often it ran
  unsigned failed_runs = 0;           // how many of those failed
  std::chrono::microseconds wall{0};  // of the last run
  std::chrono::microseconds cpu{0};   // of its steps
  std::string repeat = {};            // the command that repeats this test
  std::string bare = {};              // the command that runs it without judging
  std::string kept = {};              // folder with its outputs; empty: nothing was kept
};

// How much of an output a result keeps.
inline constexpr std::size_t kShownBytes = std::size_t{64} << 10;

struct Totals {
  unsigned passed = 0;  // flaky and expectedly failing ones included
  unsigned failed = 0;  // unexpected passes included
  unsigned skipped = 0;
  unsigned excluded = 0;
  unsigned not_run = 0;
  unsigned flaky = 0;
  unsigned xfailed = 0;
  unsigned xpassed = 0;
  unsigned unchecked = 0;  // tests with output no directive judges
  unsigned ran = 0;        // passed + failed
  std::chrono::microseconds wall{0};

  void add(const TestResult&);
};

// "N passed, N failed, N skipped"
[[nodiscard]] std::string last_line(const Totals&);

// The exit codes of sbx-test; none is one of the engine's 124, 125, 126.
enum Exit : int {
  kExitOk = 0,
  kExitFailed = 1,
  kExitUsage = 2,
  kExitNothing = 3,
  kExitNoBox = 4,
  kExitFlaky = 5,
};

// What the results alone say: a failure, nothing that ran, a flaky pass that counts.
[[nodiscard]] int exit_code_of(const Totals&, bool flaky_fails);

}  // namespace sbx::runner
