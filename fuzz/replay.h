// fuzz/replay.h - one input in one box: whether it fails, and as what.
//
//   Replayer replayer(target);
//   Replayed r = replayer.run("/home/a/crash-3f2a");
//   r.failure.key
//
// Thread-safe. The input is shown to the target as a file of its own folder; nothing is written but
// a log, which is gone when run() returns.
#pragma once
#include <chrono>
#include <stop_token>
#include <string>

#include "fuzz/key.h"
#include "fuzz/symbols.h"
#include "fuzz/target_box.h"

namespace sbx::fuzz {

struct Replayed {
  Failure failure;
  Report report;
  std::string log;     // with names for its frames
  std::string cannot;  // why there was no box; empty: there was one
  std::chrono::milliseconds took{};
};

class Replayer {
 public:
  explicit Replayer(Target target) : target_(std::move(target)), symbols_(modules_of(target_)) {}
  // `input`: a file of the host, absolute.
  [[nodiscard]] Replayed run(const std::string& input, std::stop_token stop = {});
  // The same of bytes, by way of a file that is written for it.
  [[nodiscard]] Replayed run_bytes(const std::string& bytes, const std::string& file,
                                   std::stop_token stop = {});
  // The whole job that found an input which does not fail alone (job.h).
  [[nodiscard]] Replayed run_job(const std::string& folder, std::stop_token stop = {});
  [[nodiscard]] const Target& target() const { return target_; }

 private:
  Replayed run_words(const std::vector<std::string>& words, const Mount& mount,
                     std::chrono::seconds wall, std::stop_token stop);
  const Target target_;
  Symbols symbols_;
};

// A run of the target that does the same without a box, for a debugger.
[[nodiscard]] std::string bare_command(const Target& target, const std::string& input);

}  // namespace sbx::fuzz
