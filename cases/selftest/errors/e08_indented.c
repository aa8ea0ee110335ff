// expect-exit: 0
int main(void) {
  // expect-stdout: hello
  return 0;
}
