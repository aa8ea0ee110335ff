// runner/flag_words.h - options as words, for the tables of box_flags.cc and trace_options.cc,
// whose rows have a BoxFlag `flag`.
//
//   const Row* row = row_of(table(), "--mem");
//   auto taken = take_value(row->flag, words, i);   // "--mem=64", or "--mem" "64"
//
// Pure functions: thread-safe.
#pragma once
#include <string>
#include <vector>

#include "box_flags.h"

namespace sbx::runner {

template <class Row>
[[nodiscard]] std::vector<BoxFlag> flags_of(const std::vector<Row>& rows) {
  std::vector<BoxFlag> all;
  for (const Row& r : rows) {
    all.push_back(r.flag);
  }
  return all;
}

template <class Row>
[[nodiscard]] const Row* row_of(const std::vector<Row>& rows, const std::string& name) {
  for (const Row& r : rows) {
    if (name == r.flag.name) {
      return &r;
    }
  }
  return nullptr;
}

struct Taken {
  std::string value;      // empty for a switch
  std::size_t words = 1;  // of the command line: the option, and its value where that stands apart
};

// The value of words[at], which is this option. Error: it lacks one, or is a switch that has one.
[[nodiscard]] Result<Taken> take_value(const BoxFlag& flag, const std::vector<std::string>& words,
                                       std::size_t at);

}  // namespace sbx::runner
