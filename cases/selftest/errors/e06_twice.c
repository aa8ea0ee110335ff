// expect-exit: 0
// expect-stdout: hello
// expect-exit: 1
int main(void) { return 0; }
