// expect-signal: SEVG
int main(void) { return 0; }
