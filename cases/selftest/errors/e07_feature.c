// expect-exit: 0
// test-needs: landlok>=4
int main(void) { return 0; }
