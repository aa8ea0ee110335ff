// test-skip[glibc]: needs another C library
// test-tags: slow
// expect-exit: 0
int main(void) { return 0; }
