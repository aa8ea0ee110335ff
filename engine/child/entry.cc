// The entry of `sbx`, before the C library's own: see early.h. The first stack and the registers
// are handed on as they came.
#if defined(__x86_64__)
asm(R"(
  .text
  .globl sbx_start
  .type sbx_start, @function
sbx_start:
  mov %rsp, %rdi
  push %rdx
  push %rdx
  call sbx_start_early
  pop %rdx
  pop %rdx
  jmp _start
)");
#elif defined(__aarch64__)
asm(R"(
  .text
  .globl sbx_start
  .type sbx_start, %function
sbx_start:
  stp x0, x30, [sp, #-16]!
  add x0, sp, #16
  bl sbx_start_early
  ldp x0, x30, [sp], #16
  b _start
)");
#endif
