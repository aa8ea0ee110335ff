// sys/raw_syscall.h - system calls with no C library: no errno, no cancellation, no globals.
//
//   long fd = sbx::sys::raw(SYS_openat, AT_FDCWD, (long)"/", O_PATH);   // -errno on failure
//
// Freestanding: the room (child/step) is made of these alone.
#pragma once
#include <asm/unistd.h>

namespace sbx::sys {

#if defined(__x86_64__)
inline long raw(long nr, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}
#elif defined(__aarch64__)
inline long raw(long nr, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  register long x8 asm("x8") = nr;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  register long x3 asm("x3") = d;
  register long x4 asm("x4") = e;
  register long x5 asm("x5") = f;
  asm volatile("svc 0"
               : "+r"(x0)
               : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
               : "memory");
  return x0;
}
#else
#error "sbx runs on x86_64 and aarch64"
#endif

// As an argument.
inline long address(const void* p) {
  return reinterpret_cast<long>(p);
}

inline bool failed(long result) {
  return result < 0 && result >= -4095;
}

}  // namespace sbx::sys
