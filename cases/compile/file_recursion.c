// Includes itself by __FILE__: tcc stops where the folder in front, doubled at every
// level, is longer than its own limit.
// test-toolchain: tcc
// expect-compile: fail
// expect-compile-exit: 1
// expect-compile-stderr-match: In file included from ././././././././file_recursion.c:{{[0-9]+}}:
// expect-exit: 1
// expect-report: compile: exit 1
// expect-stdout:
#include __FILE__

int main(void) { return 0; }
