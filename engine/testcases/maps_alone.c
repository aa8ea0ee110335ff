// Maps 64 KiB at a time till it may not. Position-independent, with neither interpreter nor C
// library.
static long map_some(void) {
#if defined(__x86_64__)
  register long flags __asm__("r10") = 0x22;  // MAP_PRIVATE | MAP_ANONYMOUS
  register long fd __asm__("r8") = -1;
  register long offset __asm__("r9") = 0;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(9), "D"(0), "S"(65536), "d"(3), "r"(flags), "r"(fd), "r"(offset)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = 222;
  register long x0 __asm__("x0") = 0;
  register long x1 __asm__("x1") = 65536;
  register long x2 __asm__("x2") = 3;
  register long x3 __asm__("x3") = 0x22;
  register long x4 __asm__("x4") = -1;
  register long x5 __asm__("x5") = 0;
  __asm__ volatile("svc #0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
#endif
}

void _start(void) {
  while (map_some() > 0) {
  }
#if defined(__x86_64__)
  __asm__ volatile("syscall" : : "a"(231), "D"(3) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = 94;
  register long x0 __asm__("x0") = 3;
  __asm__ volatile("svc #0" : : "r"(x8), "r"(x0) : "memory");
#endif
  for (;;) {
  }
}
