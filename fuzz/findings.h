// fuzz/findings.h - what the jobs of a run found, by key: each bug named once.
//
//   Findings findings("artifacts/parser", symbols);
//   findings.add({report, log, "r12/a", {"-seed=7"}, {"c0/seed"}}, &news);
//   findings.summary()         "3f2a9c01d4e7  refused: open /etc/passwd (x4, 7 bytes)"
//
// Inputs go to the artifacts folder under the name of what happened: crash-, timeout-, oom-,
// refused-open-, exit-. Beside the first of a bug are its log and its job (job.h), for inputs that
// do not fail alone. Of one bug at most kKept are kept: a shallow one would fill the disk by
// morning. Thread-safe.
#pragma once
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "fuzz/key.h"
#include "fuzz/symbols.h"

namespace sbx::fuzz {

// How one run of the target ended.
struct Ended {
  Report report;
  std::string log;
  std::string artifacts;           // the folder where libFuzzer wrote its inputs
  std::vector<std::string> words;  // its flags
  std::vector<std::string> seeds;  // the files it began with
};

struct Found {
  Failure failure;
  std::size_t count = 0;
  std::size_t kept = 0;
  std::size_t smallest = 0;  // bytes of the smallest input
  std::string first;         // its file, of the artifacts folder
  bool has_input = false;
};

class Findings {
 public:
  static constexpr std::size_t kKept = 16;
  Findings(std::string folder, Symbols* symbols) : folder_(std::move(folder)), symbols_(symbols) {}

  // True: it failed. *news: a line to print, where the bug is new; else empty.
  bool add(const Ended& ended, std::string* news);
  [[nodiscard]] std::vector<Found> all() const;
  [[nodiscard]] std::size_t failures() const;  // counted, not kinds

 private:
  void keep(const Ended& ended, Found* found);

  const std::string folder_;
  Symbols* const symbols_;
  mutable std::mutex mutex_;
  std::map<std::string, Found> by_key_;
  std::size_t failures_ = 0;
};

// "3f2a9c01d4e7  refused: open /etc/passwd  in include < parse"
[[nodiscard]] std::string line_of(const Failure& failure);

}  // namespace sbx::fuzz
