// expect-refused: process limit (many)
int main(void) { return 0; }
