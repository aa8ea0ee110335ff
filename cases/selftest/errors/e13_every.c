// expect-exit: 0
// test-skip[x86_64|aarch64]: never needed
int main(void) { return 0; }
