// Returns -1 from main.
// expect-stdout:
// expect-exit: 255
int main(void) {
  return -1;
}
