// fuzz/stack.h - the stacks in what a sanitizer or libFuzzer printed.
//
//   for (const Frame& f : first_stack(log)) { f.function, f.module, f.offset }
//   application_frames(first_stack(log))   {"parse_value", "parse_object",
//   "LLVMFuzzerTestOneInput"}
//
// Pure: thread-safe.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sbx::fuzz {

// One line "    #1 0x55.. in f(int) /src/a.cc:3:4" or "    #1 0x55..  (/src/t+0x69db4)
// (BuildId: 28..)", and of a function without a name, as fuzz/symbols.h adds it, "(function
// 0x69d80)" or "(function 0x69d80, counted)".
struct Frame {
  unsigned number = 0;
  std::string function;  // as printed; empty without symbols
  std::string place;     // "a.cc:3:4"; empty without line numbers
  std::string module;    // "/src/t"; empty where a function is named with its place
  std::uint64_t offset = 0;
  std::string build_id;
  std::uint64_t begins = 0;  // where its function does; 0: nobody knows
  bool counted = false;      // the function counts its coverage: libFuzzer's own do not
};

// A frame of one line; number ~0u where the line is none.
[[nodiscard]] Frame parse_frame(std::string_view line);
inline constexpr unsigned kNoFrame = ~0u;

// The frames from the first "#0" on, up to a line that is none or another "#0". `after`: only what
// comes behind that text, where it is there.
[[nodiscard]] std::vector<Frame> first_stack(std::string_view log, std::string_view after = "");

// "ns::f<int>(char const*) const" -> "ns::f"
[[nodiscard]] std::string plain_function(std::string_view function);

// What of a stack is the application's: no frames of sanitizers, libFuzzer, the C and C++
// libraries; up to LLVMFuzzerTestOneInput, which is kept. Without a symbol "BUILDID+0x1234" or
// "FILE+0x1234", and up to the outermost function that is counted: it is what libFuzzer called.
// The number is the frame's own, or where its function begins.
enum class Unnamed { by_offset, by_function };
[[nodiscard]] std::vector<std::string> application_frames(const std::vector<Frame>& stack,
                                                          Unnamed unnamed = Unnamed::by_offset);

// Each function once, in the order of its first call: what a recursion comes to.
[[nodiscard]] std::vector<std::string> collapsed(const std::vector<std::string>& frames);

}  // namespace sbx::fuzz
