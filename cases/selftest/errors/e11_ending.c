// expect-refused: execve
// expect-killed: cpu limit (2 s)
int main(void) { return 0; }
