// test-revisions: default threads
// expect-exit: 0
// expect-exit[rev:thraeds]: 1
// expect-stdout[rev:threads]: hello
int main(void) { return 0; }
