// fuzz/tables.h - the bugs of a triage, for a reader, a program, a code-scanning page, a browser.
//
// Pure: thread-safe. Every text of the target's is escaped: it is hostile.
#pragma once
#include <string>
#include <vector>

#include "fuzz/triage.h"

namespace sbx::fuzz {

// Aligned columns: key, bug, inputs, bytes, how often it reproduces, first seen, state.
[[nodiscard]] std::string render_table(const std::vector<Bug>& bugs);
[[nodiscard]] std::string render_json(const std::vector<Bug>& bugs,
                                      const std::vector<std::string>& passing);
// SARIF 2.1.0: one result a bug, its key as the fingerprint.
[[nodiscard]] std::string render_sarif(const std::vector<Bug>& bugs);
// One page without anything from elsewhere. `commands`: how each is run again.
[[nodiscard]] std::string render_html(const std::vector<Bug>& bugs,
                                      const std::vector<std::string>& passing,
                                      const std::string& target);

// "new", "known", "fixed before"
[[nodiscard]] std::string state_of(const Bug& bug);

}  // namespace sbx::fuzz
