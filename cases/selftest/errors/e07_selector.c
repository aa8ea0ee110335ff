// expect-exit[x86_64,mussl]: 0
int main(void) { return 0; }
