// runner/toolchains.h - what compiles a source: data. Built-in rows and those of a YAML file.
//
//   auto all = load_toolchains("more.yaml");           // "" for the built-in ones alone
//   auto gcc = pick_toolchain(*all, "gcc", "prog.c");  // "" picks by suffix: the first that is
//   here
#pragma once
#include <string>
#include <vector>

#include "sbx/box.h"

namespace sbx::runner {

struct Toolchain {
  std::string name;
  std::vector<std::string> suffixes;  // ".c"; first row that fits and is installed is the default
  std::vector<std::string> argv;      // {source} and {product} are replaced
  std::vector<std::string> trees;     // of the host, read-only, in the compile step alone
  Libc libc = Libc::gnu;              // of what it builds
  Limits limits;                      // of the compile step
};

// Caps of a compile step: C++20 with regex and futures takes 3 s and 320 MiB (measured).
[[nodiscard]] Limits compile_limits();

[[nodiscard]] Result<std::vector<Toolchain>> load_toolchains(const std::string& file);
// What to write instead of a name that is none of theirs; empty: it is one, installed or not.
[[nodiscard]] std::string unknown_toolchain(const std::vector<Toolchain>& all,
                                            const std::string& name);
[[nodiscard]] Result<Toolchain> pick_toolchain(const std::vector<Toolchain>& all,
                                               const std::string& name, const std::string& source);

}  // namespace sbx::runner
