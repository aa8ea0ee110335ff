// runner/streams.h - the three streams a program counts on, whoever started it.
//
//   int main(...) { open_standard_streams(); ... }   // first of all
#pragma once
#include <fcntl.h>
#include <unistd.h>

namespace sbx::runner {

// A caller may have closed them. Then the first file that is opened takes the number, and what a
// boxed program prints lands in it: the report file, to begin with.
inline void open_standard_streams() {
  int fd = ::open("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= 2) {
    fd = ::open("/dev/null", O_RDWR);
  }
  if (fd >= 0) {
    ::close(fd);
  }
}

}  // namespace sbx::runner
