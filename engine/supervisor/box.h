// supervisor/box.h - S: builds one box, watches it, ends it, says what happened.
//
//   Report report = run_box(request, {.in = 0, .out = 1, .err = 2}, caller_socket, tombstone);
//
// For a single-threaded process of ours that has nothing else to do: it is forked for the box's
// init. Blocks until nothing of the box is left.
#pragma once
#include "plan/plan.h"
#include "sbx/box.h"
#include "supervisor/recorder.h"

namespace sbx::supervisor {

// The caller's streams; -1: empty stdin, discarded output. Borrowed.
struct Ends {
  int in = -1;
  int out = -1;
  int err = -1;
};

// `caller`: a socket whose end of file or first byte ends the box (a stop); -1: none.
// `caller_pidfd`: readable once the caller is gone; -1: none.
// `tombstone`: a descriptor the box's init keeps until nothing of the box is left; -1: none.
// `recorder`: the box is a trace (sbx/danger/trace.h); null: it is not.
[[nodiscard]] Report run_box(const Request& request, const Ends& ends, int caller = -1,
                             int caller_pidfd = -1, int tombstone = -1,
                             Recorder* recorder = nullptr);

// Once per process, before the first box: signals, descriptors, what the host has.
[[nodiscard]] plan::HostFacts& host_facts();

}  // namespace sbx::supervisor
