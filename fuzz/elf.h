// fuzz/elf.h - what a program file says of how it was built, and where its functions begin.
//
//   Built b = built_of(bytes);            // {"287a26bc...", "Debian clang version 14.0.6"}
//   Functions f = functions_of(bytes);    // also of a program without symbols
//   f.around(0x6a2d4)                     0x6a2a0
//
// The bytes are believed in nothing: every offset is checked. Pure: thread-safe.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbx::fuzz {

struct Built {
  std::string id;        // of the note, hex; empty: it has none
  std::string compiler;  // empty: it does not say
};

[[nodiscard]] Built built_of(std::string_view elf);
// Of a file; empty where it cannot be read.
[[nodiscard]] Built built_of_file(const std::string& path);

// Addresses as the file has them: what a sanitizer prints behind a module's name. `strip` takes
// neither table away: the one unwinds exceptions, the other is libFuzzer's.
struct Functions {
  std::vector<std::uint64_t> begin;    // sorted: all with an entry in .eh_frame_hdr, and `counted`
  std::vector<std::uint64_t> counted;  // sorted: those that count their coverage (__sancov_pcs)

  // Where the function around an address begins; nothing: before the first one.
  [[nodiscard]] std::optional<std::uint64_t> around(std::uint64_t address) const;
  [[nodiscard]] bool is_counted(std::uint64_t begins) const;
};
[[nodiscard]] Functions functions_of(std::string_view elf);
[[nodiscard]] Functions functions_of_file(const std::string& path);

}  // namespace sbx::fuzz
