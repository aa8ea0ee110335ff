// test-toolchain: tcc
// expect-exit: 0
int main(void) { return undeclared; }
