// Any bytes as a test's source: diagnostics, never a crash; what is accepted renders and resolves.
#include <cstdint>
#include <string_view>

#include "expect/diagnostic.h"
#include "expect/expectation.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  static constexpr std::string_view kNames[] = {"a.c", "a.py", "a.s", "a.lua"};
  std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  auto parsed = sbx::expect::load_header(kNames[data[0] % 4], bytes);
  static_cast<void>(sbx::expect::render(parsed.diagnostics));
  return 0;
}
