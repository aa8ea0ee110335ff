// expect-stdout: hello
// expect-stdout-file: hello.txt
int main(void) { return 0; }
