// fuzz/flags.h - libFuzzer's flags as `sbx-fuzz` takes them: handed on, mapped into the box, taken
// over, or refused with what to do instead.
//
//   auto flags = take_flags({"-timeout=5", "-dict=my words.txt", "-rss_limit_mb=512"});
//   flags->words    {"-timeout=5"}
//   flags->files    {{"dict", "my words.txt"}}         shown in the box, see workspace.h
//   flags->memory   512 MiB
//
// Pure: thread-safe.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "sbx/error.h"
#include "sbx/units.h"

namespace sbx::fuzz {

struct FileFlag {
  std::string name;  // "dict"
  std::string path;  // on the host
};

struct Flags {
  std::vector<std::string> words;  // for libFuzzer as they are
  std::vector<FileFlag> files;     // name a file of the host
  std::optional<Bytes> memory;     // -rss_limit_mb, -malloc_limit_mb: the box's cap
  std::optional<std::uint64_t> seed;
  unsigned timeout = 25;  // seconds an input may take; libFuzzer's own 1200 is a night's
};

// What is done with each flag; the rest is handed on. For the documentation too.
struct FlagRule {
  const char* name;
  enum class What { own, file, memory, seed, timeout, refused } what;
  const char* why;  // own: what it is set to; refused: what to do instead
};
[[nodiscard]] const std::vector<FlagRule>& flag_rules();

// Error.field is the flag as written.
[[nodiscard]] Result<Flags> take_flags(const std::vector<std::string>& words);

}  // namespace sbx::fuzz
