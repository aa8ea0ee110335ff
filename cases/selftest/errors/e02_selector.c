// expect-exit[musl] 0
int main(void) { return 0; }
