// test-revisions[musl]: a b
// expect-exit: 0
int main(void) { return 0; }
