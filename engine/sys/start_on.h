// sys/start_on.h - clone(2) of a child that runs a function on a stack of its own, with no C
// library.
//
//   long pid = start_on(CLONE_VM | SIGCHLD, stack + sizeof stack, nullptr, body, &plan);
//
// Freestanding. The child never comes back to the caller: what `body` returns is its exit code.
#pragma once
#include "sys/raw_syscall.h"

namespace sbx::sys {

// `top` is the end of the stack, 16-byte aligned. `pidfd` receives CLONE_PIDFD's descriptor. -errno
// on failure; ENOSYS is never the seccomp filter's of a container, which knows clone, not clone3.
// `sixth` is an argument that the kernel does not look at: a filter may.
inline long start_on(unsigned long flags, void* top, int* pidfd, int (*body)(void*), void* argument,
                     unsigned long sixth = 0) {
  void** sp = static_cast<void**>(top);
  *--sp = argument;
  *--sp = reinterpret_cast<void*>(body);
#if defined(__x86_64__)
  long result;
  register long r10 asm("r10") = 0;
  register long r8 asm("r8") = 0;
  register unsigned long r9 asm("r9") = sixth;
  asm volatile(
      "syscall\n\t"
      "test %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "xor %%ebp, %%ebp\n\t"
      "pop %%rax\n\t"
      "pop %%rdi\n\t"
      "call *%%rax\n\t"
      "mov %%eax, %%edi\n\t"
      "mov %[exit], %%eax\n\t"
      "syscall\n\t"
      "hlt\n"
      "1:"
      : "=a"(result)
      : "a"(static_cast<long>(__NR_clone)), "D"(flags), "S"(sp), "d"(pidfd), "r"(r10), "r"(r8),
        "r"(r9), [exit] "i"(__NR_exit)
      : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 asm("x8") = __NR_clone;
  register long x0 asm("x0") = static_cast<long>(flags);
  register void* x1 asm("x1") = sp;
  register void* x2 asm("x2") = pidfd;
  register long x3 asm("x3") = 0;
  register long x4 asm("x4") = 0;
  register unsigned long x5 asm("x5") = sixth;
  asm volatile(
      "svc 0\n\t"
      "cbnz x0, 1f\n\t"
      "mov x29, xzr\n\t"
      "ldp x1, x0, [sp], #16\n\t"
      "blr x1\n\t"
      "mov x8, %[exit]\n\t"
      "svc 0\n\t"
      "brk #0\n"
      "1:"
      : "+r"(x0)
      : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5), [exit] "i"(__NR_exit)
      : "memory");
  return x0;
#endif
}

}  // namespace sbx::sys
