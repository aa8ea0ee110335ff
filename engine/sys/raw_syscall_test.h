// sys/raw_syscall_test.h - what goes wrong when sys/raw_syscall.h or start_on.h mix up a register.
//
//   const char* wrong = sbx::sys::wrong_raw_syscall();   // nullptr: none
//
// Shared by the unit test and by a plain program that an emulator of the other architecture runs.
#pragma once
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "sys/raw_syscall.h"
#include "sys/start_on.h"

namespace sbx::sys {

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

// A child of start_on() has its argument, a stack of its own that is aligned, and what it returns
// is its exit code. Without CLONE_VM, which an emulator of user programs does not know.
inline bool starts_on_another_stack(unsigned long flags) {
  constexpr int kCode = 57;
  static char stack[64 << 10];
  struct Told {
    const char* stack = nullptr;
    bool right = false;
    static int body(void* argument) {
      auto* told = static_cast<Told*>(argument);
      alignas(16) volatile char here[16] = {};
      const long at = address(const_cast<const char*>(here));
      told->right = at > address(told->stack) && at < address(told->stack) + (64 << 10);
      return told->right && at % 16 == 0 ? kCode : 1;
    }
  } told{stack};
  const long pid = start_on(flags | SIGCHLD, stack + sizeof stack, nullptr, Told::body, &told);
  int status = 0;
  return !failed(pid) && ::waitpid(static_cast<pid_t>(pid), &status, 0) == pid &&
         WIFEXITED(status) && WEXITSTATUS(status) == kCode;
}

inline const char* wrong_raw_syscall() {
  if (raw(__NR_getpid) != ::getpid()) {
    return "getpid is not the C library's";
  }
  errno = 0;
  if (raw(__NR_openat, AT_FDCWD, address("/no/such/file"), O_RDONLY) != -ENOENT) {
    return "openat of a missing file is not -ENOENT";
  }
  if (errno != 0) {
    return "errno was touched";
  }
  if (!starts_on_another_stack(0)) {
    return "start_on does not run its function";
  }
  return maps_the_second_page() ? nullptr : "mmap at an offset does not read that offset's byte";
}

}  // namespace sbx::sys
