// Mappings: files, growth, protection, advice, and code made at run time.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
    int f = open("maps.tmp", O_CREAT | O_RDWR, 0644);
    if (ftruncate(f, 1 << 16)) return 1;
    char *m = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
    m[0] = 1;
    msync(m, 1 << 16, MS_SYNC);
    munmap(m, 1 << 16);
    m = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(m, 1 << 20, MADV_DONTNEED), madvise(m, 1 << 20, MADV_HUGEPAGE);
    posix_madvise(m, 1 << 20, POSIX_MADV_SEQUENTIAL);
    m = mremap(m, 1 << 20, 2 << 20, MREMAP_MAYMOVE);
#ifdef __x86_64__
    memcpy(m, "\xb8\x2a\0\0\0\xc3", 6);
    mprotect(m, 4096, PROT_READ | PROT_EXEC);
    if (((int (*)(void))(void *)m)() != 42) return 2;
#else
    mprotect(m, 4096, PROT_READ | PROT_EXEC);
#endif
    close(f);
    return unlink("maps.tmp");
}
