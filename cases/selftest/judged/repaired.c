// test-xfail: waits for a newer kernel
// expect-exit: 0
int main(void) { return 0; }
