// expect-stdout: hello 
int main(void) { return 0; }
