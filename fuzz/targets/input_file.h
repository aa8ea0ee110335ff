// fuzz/targets/input_file.h - an input as a file without a name, for what reads files.
//
//   write_input(data, size);
//   look_at(input_path());
//
// Works in a box: memfd_create is no call of a fuzz step's, a file of its own /tmp is.
#pragma once
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "sbx/error.h"

namespace sbx::fuzz {

inline int input_fd() {
  static const int fd = ::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  SBX_CHECK(fd >= 0);
  return fd;
}

inline void write_input(const std::uint8_t* data, std::size_t size) {
  SBX_CHECK(::ftruncate(input_fd(), 0) == 0 &&
            ::pwrite(input_fd(), data, size, 0) == static_cast<ssize_t>(size));
}

inline const std::string& input_path() {
  static const std::string path = "/proc/self/fd/" + std::to_string(input_fd());
  return path;
}

}  // namespace sbx::fuzz
