// flags: -nostdlib -static -ffreestanding
// No C library at all: write, then the thread's exit.
static long call(long n, long a, long b, long c) {
#ifdef __x86_64__
    long r;
    __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return r;
#else
    register long x8 __asm__("x8") = n;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
#endif
}
void _start(void) {
#ifdef __x86_64__
    call(1, 1, (long)"hi\n", 3);
    call(60, 0, 0, 0);
#else
    call(64, 1, (long)"hi\n", 3);
    call(93, 0, 0, 0);
#endif
}
