// runner/trace_options.h - the options of `sbx trace` alone; those of a box (box_flags.h) hold too.
//
//   auto trace = take_trace_options(&words);   // leaves the box's options and the program in
//   `words` auto box = take_box_options(&words);
//
// One table serves the parser, `--help` and the documentation. Thread-safe.
#pragma once
#include <string>
#include <vector>

#include "box_flags.h"

namespace sbx::runner {

struct TraceOptions {
  std::string cell, list;  // names; empty: not given
  enum class Step { program, compile, fuzz, leaks } step = Step::program;  // --step
  bool merge = false;                                                      // --union
  bool check = false, strict = false;
};

[[nodiscard]] const std::vector<BoxFlag>& trace_flags();

// Takes trace's own options out of the front of `words`, up to the first word that is no option.
[[nodiscard]] Result<TraceOptions> take_trace_options(std::vector<std::string>* words);

}  // namespace sbx::runner
