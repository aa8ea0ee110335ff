// fuzz/elf.h - what a program file says of how it was built.
//
//   Built b = built_of(bytes);     // {"287a26bc...", "Debian clang version 14.0.6"}
//
// The bytes are believed in nothing: every offset is checked. Pure: thread-safe.
#pragma once
#include <string>
#include <string_view>

namespace sbx::fuzz {

struct Built {
  std::string id;        // of the note, hex; empty: it has none
  std::string compiler;  // empty: it does not say
};

[[nodiscard]] Built built_of(std::string_view elf);
// Of a file; empty where it cannot be read.
[[nodiscard]] Built built_of_file(const std::string& path);

}  // namespace sbx::fuzz
