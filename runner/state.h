// runner/state.h - what is remembered between runs: how each test ended and how long it took.
//
//   State state = State::of("cases");
//   state.load();
//   state.time_of("isolation/shadow");
//   state.append(result);   // kept in memory until save()
//   state.save();
//
// One append-only file per base folder in $XDG_CACHE_HOME/sbx (or ~/.cache/sbx), never in the
// tree. Several runners may append at the same time; the last line of an id counts. A file that
// cannot be read or written is no error: the run then only knows less. Not thread-safe.
#pragma once
#include <chrono>
#include <map>
#include <set>
#include <string>

#include "runner/result.h"

namespace sbx::runner {

// Empty when neither $XDG_CACHE_HOME nor $HOME names a folder.
[[nodiscard]] std::string cache_folder();

class State {
 public:
  [[nodiscard]] static State of(const std::string& base);

  void load();
  [[nodiscard]] std::chrono::microseconds time_of(const std::string& id) const;  // 0: unknown
  [[nodiscard]] std::set<std::string> failed() const;  // ids, escaped as sbx::escape does
  void append(const TestResult&);
  void save();

  // Folder for outputs of failed tests of this base; empty when there is no cache folder.
  [[nodiscard]] std::string outputs() const;

 private:
  struct Seen {
    Status status = Status::passed;
    std::chrono::microseconds wall{0};
  };
  std::string stem_ = {};  // path without suffix; empty: no cache folder
  std::map<std::string, Seen> seen_ = {};
  std::size_t lines_ = 0;
  std::string fresh_ = {};
};

}  // namespace sbx::runner
