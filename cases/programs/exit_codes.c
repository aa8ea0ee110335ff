// Exits with the code its argument names: those of the box itself (124, 125, 126) included, which
// the report tells apart.
// test-revisions: e0 e1 e2 e7 e42 e124 e125 e126 e127 e128 e134 e200 e255
// test-args[rev:e0]: 0
// test-args[rev:e1]: 1
// test-args[rev:e2]: 2
// test-args[rev:e7]: 7
// test-args[rev:e42]: 42
// test-args[rev:e124]: 124
// test-args[rev:e125]: 125
// test-args[rev:e126]: 126
// test-args[rev:e127]: 127
// test-args[rev:e128]: 128
// test-args[rev:e134]: 134
// test-args[rev:e200]: 200
// test-args[rev:e255]: 255
// expect-stdout:
// expect-exit[rev:e0]: 0
// expect-exit[rev:e1]: 1
// expect-exit[rev:e2]: 2
// expect-exit[rev:e7]: 7
// expect-exit[rev:e42]: 42
// expect-exit[rev:e124]: 124
// expect-exit[rev:e125]: 125
// expect-exit[rev:e126]: 126
// expect-exit[rev:e127]: 127
// expect-exit[rev:e128]: 128
// expect-exit[rev:e134]: 134
// expect-exit[rev:e200]: 200
// expect-exit[rev:e255]: 255
// expect-report[rev:e0]: exit 0
// expect-report[rev:e1]: exit 1
// expect-report[rev:e2]: exit 2
// expect-report[rev:e7]: exit 7
// expect-report[rev:e42]: exit 42
// expect-report[rev:e124]: exit 124
// expect-report[rev:e125]: exit 125
// expect-report[rev:e126]: exit 126
// expect-report[rev:e127]: exit 127
// expect-report[rev:e128]: exit 128
// expect-report[rev:e134]: exit 134
// expect-report[rev:e200]: exit 200
// expect-report[rev:e255]: exit 255
#include <stdlib.h>

int main(int argc, char** argv) {
  return argc > 1 ? atoi(argv[1]) : 99;
}
