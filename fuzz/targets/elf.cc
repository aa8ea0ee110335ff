// Any bytes as a program: its interpreter, the size it maps, which build it is.
#include "fuzz/elf.h"

#include <cstdint>
#include <string_view>

#include "fuzz/targets/input_file.h"
#include "plan/plan.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sbx::fuzz::write_input(data, size);
  static_cast<void>(sbx::plan::load_size(sbx::fuzz::input_fd()));
  static_cast<void>(sbx::plan::look_at(sbx::fuzz::input_path()));
  static_cast<void>(sbx::fuzz::built_of({reinterpret_cast<const char*>(data), size}));
  return 0;
}
