// runner/select.h - which of the tests run, and in which order they start.
//
//   Result<Selection> wanted = make_selection(options);
//   specs.erase(remove_if(specs, [&](const TestSpec& s) { return !wanted->keeps(s.id, s.tags); }));
//
// Pure; a Selection is safe to share between threads.
#pragma once
#include <re2/re2.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runner/options.h"
#include "sbx/error.h"

namespace sbx::runner {

class Selection {
 public:
  // Error: a -k that is no regular expression.
  [[nodiscard]] static Result<Selection> make(const Options&);
  // failed: what State::failed() says, under --failed alone.
  void only(std::set<std::string> failed) { failed_ = std::move(failed), only_failed_ = true; }
  [[nodiscard]] bool keeps_id(const std::string& id) const;  // -k and --shard alone
  [[nodiscard]] bool keeps(const std::string& id, const std::vector<std::string>& tags) const;

 private:
  std::vector<std::shared_ptr<const re2::RE2>> filters_ = {};
  std::vector<std::string> tags_ = {};
  Shard shard_ = {};
  std::set<std::string> failed_ = {};
  bool only_failed_ = false;
};

// FNV-1a, 64 bits: the same on every host and for ever, so that shards never change.
[[nodiscard]] std::uint64_t stable_hash(std::string_view text);

// Order of start: longest first by what they last took; a test that never ran counts as average.
[[nodiscard]] std::vector<std::size_t> slowest_first(
    const std::vector<std::chrono::microseconds>& known);
// Order of start under --shuffle.
[[nodiscard]] std::vector<std::size_t> shuffled(std::size_t n, std::uint64_t seed);

}  // namespace sbx::runner
