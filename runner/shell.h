// runner/shell.h - commands as a POSIX shell reads them.
//
//   shell_words({"sbx-test", "-k", "^a b$"}) == "sbx-test -k '^a b$'"
//
// Pure; thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sbx::runner {

// One word; quoted only where it must be. Pasted into a shell it is these bytes again.
[[nodiscard]] std::string shell_word(std::string_view word);
[[nodiscard]] std::string shell_words(const std::vector<std::string>& words);

}  // namespace sbx::runner
