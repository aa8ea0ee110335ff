// expect-exit: 0 // expect-stdout: hello
int main(void) { return 0; }
