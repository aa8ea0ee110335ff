// expect-signal: SEGV
int main(void) { return 139; }
