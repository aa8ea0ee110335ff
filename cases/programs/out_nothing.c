// Prints nothing at all.
// expect-stdout:
// expect-stderr:
int main(void) {
  return 0;
}
