// expect-refused: syscall %{nr:socket} (%{acrh})
int main(void) { return 0; }
