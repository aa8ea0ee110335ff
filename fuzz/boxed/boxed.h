// fuzz/boxed/boxed.h - whole programs as a fuzz target: each input is given to a program in a fresh
// box.
//
//   auto subject = parse_subject({"--trap", "signal,refused", "--", "/usr/bin/prog", "@@"});
//   Seen seen = look(*subject, "/tmp/x/input");
//   seen.trap        "refused: open /etc/passwd"; empty: nothing to report
//
// For a compiler, an interpreter, the command line of a parser: nothing of the program is in the
// process that asks. With --differ A,B an input is a source that two toolchains compile and run;
// that they disagree is a finding. Thread-safe.
#pragma once
#include <string>
#include <vector>

#include "sbx/box.h"

namespace sbx::fuzz {

struct Traps {
  bool signal = true, refused = true, killed = true;
  bool exit = false;  // any code but 0
};

struct Subject {
  std::vector<std::string> words;       // the program and its arguments; "@@" is the input's file
  std::vector<std::string> toolchains;  // --differ: two names; no words then
  std::vector<std::string> options;     // of the box, as `sbx` takes them
  std::string suffix;                   // of the input's file: ".c"
  Traps traps;
};

// Error.field is the word as written.
[[nodiscard]] Result<Subject> parse_subject(const std::vector<std::string>& words);

// What one input did.
struct Seen {
  std::string trap;      // one line; empty: nothing
  std::string features;  // what tells this input from others: how it ended, how much it printed
};

// `file`: the input, in a folder of its own.
[[nodiscard]] Seen look(const Subject& subject, const std::string& file);

// What a finished box says of a program under test. Pure.
[[nodiscard]] std::string trap_of(const Report& report, const Traps& traps);
[[nodiscard]] std::string features_of(const Report& report);
// Where two compilers' boxes disagree. One that refuses the source, or runs out of a cap, has no
// say.
[[nodiscard]] std::string difference(const std::string& a, const Report& one, const std::string& b,
                                     const Report& other);

}  // namespace sbx::fuzz
