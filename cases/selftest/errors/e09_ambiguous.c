// expect-exit: 0
// expect-exit[x86_64]: 1
// expect-exit[musl]: 2
int main(void) { return 0; }
