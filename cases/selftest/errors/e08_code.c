int main(void) {
  return 0;
}
// expect-exit: 0
