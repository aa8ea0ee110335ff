// Maps 64 KiB at a time till it may not. Position-independent, with neither interpreter nor C
// library.
#if defined(__x86_64__)
__asm__(
    ".globl _start\n"
    "_start:\n"
    "  xor %edi, %edi\n"
    "  mov $65536, %esi\n"
    "  mov $3, %edx\n"      // PROT_READ | PROT_WRITE
    "  mov $0x22, %r10d\n"  // MAP_PRIVATE | MAP_ANONYMOUS
    "  mov $-1, %r8\n"
    "  xor %r9d, %r9d\n"
    "  mov $9, %eax\n"
    "  syscall\n"
    "  test %rax, %rax\n"
    "  jns _start\n"
    "  mov $3, %edi\n"
    "  mov $231, %eax\n"  // exit_group
    "  syscall\n");
#elif defined(__aarch64__)
__asm__(
    ".globl _start\n"
    "_start:\n"
    "  mov x0, #0\n"
    "  mov x1, #65536\n"
    "  mov x2, #3\n"     // PROT_READ | PROT_WRITE
    "  mov x3, #0x22\n"  // MAP_PRIVATE | MAP_ANONYMOUS
    "  mov x4, #-1\n"
    "  mov x5, #0\n"
    "  mov x8, #222\n"
    "  svc #0\n"
    "  tbz x0, #63, _start\n"
    "  mov x0, #3\n"
    "  mov x8, #94\n"  // exit_group
    "  svc #0\n");
#endif
