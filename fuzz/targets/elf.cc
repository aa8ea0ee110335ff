// Any bytes as a program: its interpreter and the size it maps.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "plan/plan.h"
#include "sbx/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int fd = ::memfd_create("fuzz", MFD_CLOEXEC);
  SBX_CHECK(::ftruncate(fd, 0) == 0 && ::pwrite(fd, data, size, 0) == static_cast<ssize_t>(size));
  static_cast<void>(sbx::plan::load_size(fd));
  static_cast<void>(sbx::plan::look_at("/proc/self/fd/" + std::to_string(fd)));
  return 0;
}
