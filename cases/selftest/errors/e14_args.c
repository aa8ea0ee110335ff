// test-args: one two
int main(void) { return 0; }
