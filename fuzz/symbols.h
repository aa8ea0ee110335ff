// fuzz/symbols.h - names for the frames of a log that has none. Done here, outside the box: the
// target prints modules and offsets alone.
//
//   Symbols symbols({{"/src", "build"}});     // the box's path, and the host's
//   std::string readable = symbols.name(log);
//
// Runs llvm-symbolizer ($SBX_SYMBOLIZER names another), once for each log with unknown frames, over
// programs and libraries of the host that the user showed to the box. What it is given are offsets:
// a hostile log can ask for names of any offset in those, no more. A frame that nobody can name, of
// a stripped program, is told where its function begins instead: "(function 0x69d80, counted)".
// Thread-safe.
#pragma once
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/elf.h"
#include "fuzz/target_box.h"

namespace sbx::fuzz {

// A file, or a folder of programs and libraries.
struct Module {
  std::string inside;  // as a frame names it
  std::string host;
};
// The target's folder, and what else is shown to it.
[[nodiscard]] std::vector<Module> modules_of(const Target& target);
// The host's file of a frame's module; empty: it is none of those, or nothing that can be executed
// (libraries can, data cannot).
[[nodiscard]] std::string host_file(const std::vector<Module>& modules, std::string_view module);

// The frames llvm-symbolizer names for one offset, the innermost first: {"parse(int)", "a.cc:3:4"}.
using Names = std::vector<std::pair<std::string, std::string>>;

// Reads what `llvm-symbolizer --output-style=LLVM` prints for `offsets` requests. Pure.
[[nodiscard]] std::vector<Names> parse_symbols(std::string_view output, std::size_t requests);

class Symbols {
 public:
  explicit Symbols(std::vector<Module> modules) : modules_(std::move(modules)) {}
  // The log with "in FUNCTION PLACE" in frames of those modules, and a frame more for each inlined
  // function. A log of other modules comes back as it is.
  std::string name(std::string_view log);
  // The program that is run; empty: none was found, and frames stay numbers.
  [[nodiscard]] static const std::string& program();

 private:
  using Place = std::pair<std::string, std::uint64_t>;  // the host's file, offset
  void look_up(const std::string& host, const std::vector<std::uint64_t>& offsets);
  std::string begin_of(const std::string& host, std::uint64_t offset);

  std::vector<Module> modules_;
  std::mutex mutex_;
  std::map<Place, Names> known_;
  std::map<std::string, Functions>
      functions_;  // of the host's files that have frames without a name
};

}  // namespace sbx::fuzz
