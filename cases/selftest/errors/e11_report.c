// expect-exit: 3
// expect-report: exit 4
int main(void) { return 0; }
