// expect-nothing-of-the-kind: 0
int main(void) { return 0; }
