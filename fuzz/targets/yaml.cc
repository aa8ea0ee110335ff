// Any bytes as a .expect file or a folder's defaults.
#include <cstdint>
#include <string_view>

#include "expect/diagnostic.h"
#include "expect/expectation.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static_cast<void>(sbx::expect::render(sbx::expect::load_yaml("a.expect", bytes).diagnostics));
  static_cast<void>(
      sbx::expect::render(sbx::expect::load_defaults("defaults.expect", bytes).diagnostics));
  return 0;
}
