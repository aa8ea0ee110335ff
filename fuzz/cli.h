// fuzz/cli.h - the words of `sbx-fuzz`, from words to what is to be done.
//
//   auto options = parse({"run", "build/parser", "corpus", "-j", "2", "--", "-max_len=64"});
//
// Looks at the caller's folder alone: paths are made absolute with it. Thread-safe.
#pragma once
#include <string>
#include <vector>

#include "fuzz/flags.h"
#include "fuzz/target_box.h"
#include "sbx/error.h"

namespace sbx::fuzz {

enum class Verb { run, merge, minimize, cleanse, triage, replay };

struct Options {
  Verb verb = Verb::run;
  std::vector<std::string> operands;  // absolute: the target first, but for replay
  Flags flags;
  Target target;                  // all but its path
  unsigned jobs = 0;              // -j; 0: one for each processor
  std::string artifacts;          // --artifacts, absolute
  std::string output;             // -o, absolute
  std::string json, sarif, html;  // files for triage's results; "-" is standard output
  std::string target_file;        // --target of replay
  unsigned repeat = 10;           // --repeat of triage
  bool minimize = true;           // --no-minimize of triage
  bool verbose = false;
};

struct Option {
  const char* name;   // "--mem"
  const char* value;  // "MiB", or "" for a switch
  const char* verbs;  // who takes it: "run merge", "" for all
  const char* help;
};
[[nodiscard]] const std::vector<Option>& options();

// Error.field is the word as written.
[[nodiscard]] Result<Options> parse(const std::vector<std::string>& words);
// Of one verb, with its options alone; of all where it is empty or no verb.
[[nodiscard]] std::string usage(const std::string& verb = "");
[[nodiscard]] bool is_verb(const std::string& word);

}  // namespace sbx::fuzz
