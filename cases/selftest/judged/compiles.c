// expect-compile: fail
int main(void) { return 0; }
