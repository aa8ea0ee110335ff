/* The program the plugin waits for. */
int main(void) { return 0; }
