// expect-stdout-match: took {{[0-9+}} ms
int main(void) { return 0; }
