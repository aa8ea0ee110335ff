// expect-exit[aarch64]: 0
// expect-report[root]: exit 3
// expect-report: exit 0
int main(void) { return 0; }
