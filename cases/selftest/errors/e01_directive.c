// A prose line may stand above.
// expect-exot: 0
int main(void) { return 0; }
