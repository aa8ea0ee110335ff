// fuzz/triage_cli.h - `sbx-fuzz triage` and `sbx-fuzz replay`, from options to an exit code.
//
//   return triage_main(*parse(words));
#pragma once
#include "fuzz/cli.h"

namespace sbx::fuzz {

// 0 nothing fails, 1 bugs, 2 usage, 4 no box, 128 + signal.
int triage_main(const Options& options);
// 0 every reproducer holds, 1 one does not.
int replay_main(const Options& options);

}  // namespace sbx::fuzz
