// dynamic
// Libraries loaded by name at run time.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
    void *m = dlopen("libm.so.6", RTLD_NOW);
    if (m) {
        dlsym(m, "cos");
        dlclose(m);
    }
    dlopen("libnonexistent.so", RTLD_LAZY);
    puts(dlerror() ? "none" : "found");
    return 0;
}
