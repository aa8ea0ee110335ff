// runner/test_flags.h - the flag table of sbx-test: one row drives the parser, --help, the man
// page, shell completion and the reference in docs/.
//
//   for (const TestFlag& flag : test_flags()) { std::puts(flag.name); }
//
// To add a flag: one row in test_flags.cc and one field in runner/options.h. Read-only data.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "runner/manual.h"
#include "runner/options.h"

namespace sbx::runner {

struct TestFlag {
  std::string_view group;    // heading in --help
  std::string_view name;     // without dashes: "jobs"
  char letter = 0;           // 'j'; 0: none
  std::string_view value;    // "N"; empty: takes none
  std::string_view unset;    // the value when it is given without one ("--list"); empty: required
  std::string_view help;     // one sentence, lower case, no full stop
  std::string_view choices;  // "plain json ctest"; for completion; may be empty
  bool many = false;         // may be given several times
  // Puts a value into the command. Returns what is wrong with it; empty: nothing.
  std::string (*set)(Command&, const std::string& value);
};

[[nodiscard]] const std::vector<TestFlag>& test_flags();

// The outputs that are generated from the table.
[[nodiscard]] Manual test_manual();
[[nodiscard]] std::string test_help();
// form: "man", "bash", "zsh", "fish" or "markdown"; empty result: no such form.
[[nodiscard]] std::string test_generated(std::string_view form);

}  // namespace sbx::runner
