// expect-exit: 256
int main(void) { return 0; }
