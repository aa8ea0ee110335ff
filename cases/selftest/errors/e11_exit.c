// expect-exit: 0
// expect-refused: open /etc/shadow
int main(void) { return 0; }
