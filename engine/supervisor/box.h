// supervisor/box.h - S: builds one box, watches it, ends it, says what happened.
//
//   Report report = run_box(request, {.in = 0, .out = 1, .err = 2}, {.caller = socket});
//
// For a single-threaded process of ours that has nothing else to do. Blocks until nothing of the
// box is left.
#pragma once
#include "plan/plan.h"
#include "sbx/box.h"
#include "supervisor/cell.h"
#include "supervisor/init_process.h"
#include "supervisor/one_processor.h"
#include "supervisor/recorder.h"

namespace sbx::supervisor {

// The caller's streams; -1: empty stdin, discarded output. Borrowed.
struct Ends {
  int in = -1;
  int out = -1;
  int err = -1;
  bool apart = false;  // out and err are known to be two files
};

// Who else has to do with a box. Borrowed; -1 and null: nobody.
struct Around {
  int caller = -1;               // a socket whose end of file or first byte ends the box (a stop)
  int caller_pidfd = -1;         // readable once the caller is gone
  int tombstone = -1;            // kept by a new init until nothing of its boxes is left
  Recorder* recorder = nullptr;  // the box is a trace (sbx/danger/trace.h)
  OneProcessor* one_processor = nullptr;  // where the box is built; null: wherever it begins
  // Not null: the box may be kept. In: one that stands, if any; it is used where it fits. Out:
  // null, or the box, for the next one.
  std::unique_ptr<Cell>* cell = nullptr;
};

// `spare`: an init that was started, and perhaps prepared, before; null: the box starts its own.
[[nodiscard]] Report run_box(const Request& request, const Ends& ends, const Around& around = {},
                             std::unique_ptr<InitProcess> spare = nullptr);

// Once per process, before the first box: signals, descriptors, what the host has.
[[nodiscard]] plan::HostFacts& host_facts();

}  // namespace sbx::supervisor
