// Memory: every size class, 4 MiB in one block (madvise), growth in place and by moving.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    void *kept[4096];
    for (size_t size = 1, i = 0; i < 4096; i++, size = size * 5 / 4 % 100000 + 1) {
        kept[i] = malloc(size);
        if (kept[i]) memset(kept[i], 1, size);
    }
    for (size_t i = 0; i < 4096; i += 2) free(kept[i]);
    for (size_t i = 1; i < 4096; i += 2) free(kept[i]);
    for (int i = 0; i < 20; i++) {
        char *block = malloc(4 << 20);
        memset(block, 1, 4 << 20);
        free(block);
    }
    char *grown = NULL;
    for (size_t size = 16; size <= 64u << 20; size *= 2) {
        grown = realloc(grown, size);
        memset(grown, 2, size);
    }
    grown = realloc(grown, 100);
    free(grown);
    char *zeroed = calloc(1 << 20, 8);
    zeroed[5] = 1;
    free(zeroed);
    void *aligned = NULL;
    if (posix_memalign(&aligned, 1 << 16, 1 << 20)) return 1;
    free(aligned);
    free(aligned_alloc(4096, 8192));
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    return 0;
}
