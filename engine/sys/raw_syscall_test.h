// sys/raw_syscall_test.h - three calls that go wrong when sys/raw_syscall.h mixes up a register.
//
//   const char* wrong = sbx::sys::wrong_raw_syscall();   // nullptr: none
//
// Shared by the unit test and by a plain program that an emulator of the other architecture runs.
#pragma once
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "sys/raw_syscall.h"

namespace sbx::sys {

inline long address_of(const void* p) {
  return reinterpret_cast<long>(p);
}

// The sixth argument, an offset that is not 0, reaches the kernel: the second page is read.
inline bool maps_the_second_page() {
  char name[] = "/tmp/sbx-raw-XXXXXX";
  const int fd = ::mkstemp(name);
  const long page = ::sysconf(_SC_PAGESIZE);
  bool right = fd >= 0 && ::unlink(name) == 0 && ::pwrite(fd, "a", 1, 0) == 1 &&
               ::pwrite(fd, "b", 1, page) == 1;
  const long at = raw(__NR_mmap, 0, page, PROT_READ, MAP_PRIVATE, fd, page);
  right = right && !failed(at) && *reinterpret_cast<const volatile char*>(at) == 'b' &&
          raw(__NR_munmap, at, page) == 0;
  ::close(fd);
  return right;
}

inline const char* wrong_raw_syscall() {
  if (raw(__NR_getpid) != ::getpid()) {
    return "getpid is not the C library's";
  }
  errno = 0;
  if (raw(__NR_openat, AT_FDCWD, address_of("/no/such/file"), O_RDONLY) != -ENOENT) {
    return "openat of a missing file is not -ENOENT";
  }
  if (errno != 0) {
    return "errno was touched";
  }
  return maps_the_second_page() ? nullptr : "mmap at an offset does not read that offset's byte";
}

}  // namespace sbx::sys
