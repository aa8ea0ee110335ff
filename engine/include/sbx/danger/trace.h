// sbx/danger/trace.h - measure which system calls a program makes: every call is counted and let
// through.
//
//   sbx::Result<sbx::Trace> trace = sbx::trace_here(request);     // as run_here: direct.h
//   for (const sbx::TracedCall& c : trace->calls) std::puts(c.call.c_str());   // "fcntl[1]=0x3"
//
// DANGER: what runs here is NOT confined by the system call filter. Namespaces, the tree, Landlock
// and the limits of the kernel hold; nothing is refused by name but calls of another architecture,
// which no list could hold. For programs one trusts, to write the table by; sbx::run and
// sbx::run_here cannot be asked for it. What is left behind: nothing, as after run_here.
//
// REQUIRES: as run_here(): a single-threaded process of a trusted program.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sbx/box.h"

namespace sbx {

struct TracedCall {
  std::string label;  // of the step
  std::string
      call;  // "read", "fcntl[1]=0x3": with the argument that the table tests; "#999": no name
  std::uint64_t count = 0;  // how often, at least 1
  bool covered =
      false;  // a box of the same request would have carried it out, or asked and judged it
};

struct Trace {
  Report report;  // outcomes of the box; no refusal but of another architecture's calls
  std::vector<TracedCall>
      calls;  // by step, then in the order of their text; from each step's execve on
};

// Errors: as run_here().
[[nodiscard]] Result<Trace> trace_here(const Request&);

}  // namespace sbx
