// System calls by the two foreign entries of an x86_64 kernel: i386 (int $0x80, from 64-bit code
// and from code that has switched to 32 bits) and x32 (bit 30 of the number). They arrive at the
// same filter with other numbers; whatever they are, they are named and never carried out.
// test-skip[!x86_64]: needs the i386 and x32 entries of an x86_64 kernel
// expect-stdout:
// test-revisions: i386_getpid i386_exit i386_fork i386_execve i386_open i386_socketcall i386_restart i386_unknown i386_compat i386_compat_exit x32_getpid x32_read x32_exit_group x32_fork x32_execve x32_of_64 x32_unknown x32_high_bits
// test-args[rev:i386_getpid]: i386 20
// test-args[rev:i386_exit]: i386 1 42
// test-args[rev:i386_fork]: i386 2
// test-args[rev:i386_execve]: i386 11
// test-args[rev:i386_open]: i386 5
// test-args[rev:i386_socketcall]: i386 102 1
// test-args[rev:i386_restart]: i386 0
// test-args[rev:i386_unknown]: i386 9999
// test-args[rev:i386_compat]: compat 20
// test-args[rev:i386_compat_exit]: compat 252 42
// test-args[rev:x32_getpid]: x32 39
// test-args[rev:x32_read]: x32 0
// test-args[rev:x32_exit_group]: x32 231 42
// test-args[rev:x32_fork]: x32 57
// test-args[rev:x32_execve]: x32 520
// test-args[rev:x32_of_64]: x32 59
// test-args[rev:x32_unknown]: x32 9999
// test-args[rev:x32_high_bits]: x32_high 39
// expect-refused: i386 syscall 20 (getpid)
// expect-refused[rev:i386_exit]: i386 syscall 1 (exit)
// expect-refused[rev:i386_fork]: i386 syscall 2 (fork)
// expect-refused[rev:i386_execve]: i386 syscall 11 (execve)
// expect-refused[rev:i386_open]: i386 syscall 5 (open)
// expect-refused[rev:i386_socketcall]: i386 syscall 102 (socketcall)
// expect-refused[rev:i386_restart]: i386 syscall 0 (restart_syscall)
// expect-refused[rev:i386_unknown]: i386 syscall 9999
// expect-refused[rev:i386_compat_exit]: i386 syscall 252 (exit_group)
// expect-refused[rev:x32_getpid]: x32 syscall 39 (getpid)
// expect-refused[rev:x32_read]: x32 syscall 0 (read)
// expect-refused[rev:x32_exit_group]: x32 syscall 231 (exit_group)
// expect-refused[rev:x32_fork]: x32 syscall 57 (fork)
// expect-refused[rev:x32_execve]: x32 syscall 520 (execve)
// expect-refused[rev:x32_of_64]: x32 syscall 59 (execve)
// expect-refused[rev:x32_unknown]: x32 syscall 9999
// expect-refused[rev:x32_high_bits]: x32 syscall 39 (getpid)
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "attack.h"

#ifdef __x86_64__
static long by_i386(long number, long first) {
  long result;
  __asm__ volatile("int $0x80"
                   : "=a"(result)
                   : "a"(number), "b"(first), "c"(0L), "d"(0L)
                   : "memory", "r8", "r9", "r10", "r11");
  return result;
}

// Switches to the kernel's 32-bit code segment and back, with the code in the low 4 GiB. The 32-bit
// code touches no stack.
static long by_compat(long number, long first) {
  static const unsigned char code[] = {
      0xcd, 0x80,                             // int $0x80
      0xea, 0,    0,    0,    0,    0x33, 0,  // ljmp $0x33, the 64-bit rest
      0x49, 0x89, 0xc0, 0x41, 0xff, 0xe1,     // mov %rax, %r8; jmp *%r9
  };
  unsigned char* low = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (low == MAP_FAILED) {
    return -1;
  }
  memcpy(low, code, sizeof code);
  const unsigned rest = (unsigned)(unsigned long)(low + 9);
  memcpy(low + 3, &rest, sizeof rest);
  struct __attribute__((packed)) {
    unsigned offset;
    unsigned short segment;
  } target = {(unsigned)(unsigned long)low, 0x23};
  long result;
  __asm__ volatile(
      "leaq 1f(%%rip), %%r9\n"
      "ljmpl *%4\n"
      "1: movq %%r8, %0\n"
      : "=r"(result)
      : "a"(number), "b"(first), "c"(0L), "m"(target)
      : "memory", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15");
  return (int)result;
}

int main(int argc, char** argv) {
  const char* way = argc > 2 ? argv[1] : "i386";
  const long number = argc > 2 ? atol(argv[2]) : 20;
  const long first = argc > 3 ? atol(argv[3]) : 0;
  long result;
  if (is(way, "i386")) {
    result = by_i386(number, first);
  } else if (is(way, "compat")) {
    result = by_compat(number, first);
  } else {
    // The kernel takes 32 bits of the number.
    const long high = is(way, "x32_high") ? 1L << 32 : 0;
    result = syscall(high | 0x40000000L | number, first, 0L, 0L);
  }
  printf("%s: %s %ld came back\n", result >= 0 ? "ESCAPED" : "not refused", way, number);
  return 3;
}
#else
int main(void) {
  return 5;
}
#endif
