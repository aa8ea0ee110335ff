// Exits with the code a shell shows for SIGSEGV: the report tells the two apart.
// expect-stdout:
// expect-exit: 139
// expect-report: exit 139
int main(void) {
  return 139;
}
