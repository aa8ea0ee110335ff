// fuzz/status.h - the one line that says how a run goes, and the lines above it.
//
//   Status status(2, is_terminal);
//   status.heard("#1200: cov: 34 ft: 57 corp: 9 exec/s: 5000 ...");   // of libFuzzer's parent
//   status.say("3f2a9c01d4e7  refused: open /etc/passwd");             // stays
//   status.draw(jobs, crashes);                                        // redrawn in place
//
// Thread-safe.
#pragma once
#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace sbx::fuzz {

// What the parent of -fork says after each job.
struct Progress {
  std::uint64_t runs = 0, coverage = 0, features = 0, corpus = 0, per_second = 0;
};
// False: the line says nothing of the sort.
[[nodiscard]] bool parse_progress(std::string_view line, Progress* out);

class Status {
 public:
  // `fd`: where it is written; `live`: a terminal, where the line may be redrawn.
  Status(int fd, bool live) : fd_(fd), live_(live) {}
  void heard(std::string_view line);
  void say(std::string_view line);
  // `bugs`: kinds of failures so far; `failures`: all of them.
  void draw(unsigned jobs, std::size_t bugs, std::size_t failures);
  // The line is gone, or its last state stays where it is no terminal.
  void finish();
  [[nodiscard]] Progress progress() const;

 private:
  [[nodiscard]] std::string line(unsigned jobs, std::size_t bugs, std::size_t failures) const;
  void put(const std::string& text) const;

  const int fd_;
  const bool live_;
  mutable std::mutex mutex_;
  Progress progress_;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point drawn_ = started_;
  bool shown_ = false;
};

}  // namespace sbx::fuzz
