// runner/read_file.h - the bytes of a file.
//
//   std::string bytes;
//   if (!read_file("a.c", &bytes)) { ... }
//
// Thread-safe.
#pragma once
#include <string>

namespace sbx::runner {

// The whole of a regular file; false: it is none, or it cannot be read.
[[nodiscard]] bool read_file(const std::string& path, std::string* bytes);

}  // namespace sbx::runner
