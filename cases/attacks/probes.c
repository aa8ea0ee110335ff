// Two calls that newer kernels answer before any filter sees them: uretprobe kills whoever is no
// probe, uprobe answers ENXIO, or EPROTO from 7.x on. Neither does anything for the program.
// test-skip[!x86_64]: these calls are of x86_64
// test-needs: kernel>=6.18
// test-revisions: uretprobe uprobe
// test-args[rev:uretprobe]: 335
// test-args[rev:uprobe]: 336
// expect-stdout[rev:uretprobe]:
// expect-signal[rev:uretprobe]: ILL
// expect-stdout[rev:uprobe]: ENXIO or EPROTO
// expect-report[rev:uprobe]: exit 3
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char** argv) {
  const long result = syscall(argc > 1 ? atol(argv[1]) : 336L, 0L);
  if (result < 0 && (errno == ENXIO || errno == EPROTO)) {
    puts("ENXIO or EPROTO");
  } else {
    printf("%s %d\n", result < 0 ? "errno" : "ESCAPED: it came back,", errno);
  }
  return 3;
}
