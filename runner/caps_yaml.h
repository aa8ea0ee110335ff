// runner/caps_yaml.h - what sbx.yaml and toolchain files share: caps, small files, their first
// error.
#pragma once
#include <optional>
#include <string>

#include "expect/strict_yaml.h"
#include "sbx/box.h"

namespace sbx::runner {

// {time: S, wall: S, mem: MiB, out: MiB, processes: N, threads: N, execs: N}; errors go to `in`.
void read_caps(expect::YamlReader& in, const expect::YamlNode& map, Limits* limits);

// Regular files of at most 1 MiB. The sentence of what is wrong, or nothing.
[[nodiscard]] std::optional<std::string> read_small_file(const std::string& path,
                                                         std::string* bytes);

// "file:line:col: error[E01]: ..." of the first diagnostic, on one line.
[[nodiscard]] std::string first_diagnostic(const expect::YamlFile& file);

}  // namespace sbx::runner
