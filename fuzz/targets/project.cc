// Any bytes as sbx.yaml and as a toolchain file.
#include "project.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "sbx/error.h"
#include "toolchains.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int fd = ::memfd_create("fuzz", MFD_CLOEXEC);
  SBX_CHECK(::ftruncate(fd, 0) == 0 && ::pwrite(fd, data, size, 0) == static_cast<ssize_t>(size));
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  static_cast<void>(sbx::runner::load_project(path, sbx::runner::compile_limits()));
  static_cast<void>(sbx::runner::load_toolchains(path));
  return 0;
}
