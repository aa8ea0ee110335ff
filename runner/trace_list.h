// runner/trace_list.h - the lists that `sbx trace` writes: which calls a cell's programs make.
//
//   # x86_64-glibc-2.36 - written by sbx trace. Do not edit.
//   base     fcntl[1]=0x3             dirs.c,stdio.c
//
// A row is the set of the table's rows that must let the call through, the call with the argument
// the table tests, and the first three of the programs that made it. A call of `base` stands there
// alone. Pure functions: thread-safe.
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sbx/error.h"

namespace sbx::runner {

// base, threads, net, compile, fuzz, leaks: in the order of a list.
[[nodiscard]] const std::vector<std::string>& trace_sets();

struct TraceList {
  std::string cell;  // ARCHITECTURE-LIBRARY-VERSION
  std::map<std::pair<std::string, std::string>, std::set<std::string>>
      rows;  // (set, call) -> programs
};

// Error.field is `path`, Error.message names the line.
[[nodiscard]] Result<TraceList> parse_list(const std::string& path, const std::string& text);
[[nodiscard]] std::string render_list(const TraceList& list);
// Adds rows and programs; nothing is taken away.
void add_rows(const TraceList& from, TraceList* into);

struct TraceDifference {
  std::vector<std::string>
      not_needed;  // "base futex": listed in one of the sets measured, not measured
  std::vector<std::string> not_listed;  // measured, not listed, in its set or in base
};
[[nodiscard]] TraceDifference compare(const TraceList& measured, const TraceList& listed);

}  // namespace sbx::runner
