// expect-exit: 0
// test-skip: flaky
int main(void) { return 0; }
