// Any bytes as a program: its interpreter, the size it maps, which build it is, its functions.
#include "fuzz/elf.h"

#include <cstdint>
#include <string_view>

#include "fuzz/targets/input_file.h"
#include "plan/plan.h"
#include "sbx/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sbx::fuzz::write_input(data, size);
  static_cast<void>(sbx::plan::load_size(sbx::fuzz::input_fd()));
  static_cast<void>(sbx::plan::look_at(sbx::fuzz::input_path()));
  const std::string_view elf(reinterpret_cast<const char*>(data), size);
  static_cast<void>(sbx::fuzz::built_of(elf));
  const sbx::fuzz::Functions functions = sbx::fuzz::functions_of(elf);
  for (const std::uint64_t begins : functions.counted) {
    SBX_CHECK(functions.is_counted(begins) && functions.around(begins) == begins);
  }
  return 0;
}
