// Any bytes as sbx.yaml and as a toolchain file.
#include "project.h"

#include <cstdint>

#include "fuzz/targets/input_file.h"
#include "toolchains.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sbx::fuzz::write_input(data, size);
  static_cast<void>(
      sbx::runner::load_project(sbx::fuzz::input_path(), sbx::runner::compile_limits()));
  static_cast<void>(sbx::runner::load_toolchains(sbx::fuzz::input_path()));
  return 0;
}
