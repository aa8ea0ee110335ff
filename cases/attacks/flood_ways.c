// Writes more than the output cap in every shape: without a newline, to both streams in turn, in
// single bytes, from several processes. The count is of both streams together.
// test-opts: --wall 60 --time 20 --out 8
// test-timeout: 60s
// expect-stdout-any:
// expect-stderr-any:
// expect-killed: output limit (8 MiB)
// expect-killed[rev:bytes]: output limit (1 MiB)
// test-revisions: no_newline both only_stderr bytes vectors copies ignored then_refused stopped_reader
// test-args[rev:no_newline]: no_newline
// test-args[rev:both]: both
// test-args[rev:only_stderr]: only_stderr
// test-args[rev:bytes]: bytes
// test-args[rev:vectors]: vectors
// test-args[rev:copies]: copies
// test-args[rev:ignored]: ignored
// test-args[rev:then_refused]: then_refused
// test-args[rev:stopped_reader]: stopped_reader
// test-opts[rev:bytes]: --wall 60 --time 50 --out 1
// test-opts[rev:copies]: --wall 60 --time 20 --out 8 --allow=threads
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/uio.h>
#include <unistd.h>

#include "attack.h"

enum { kBlock = 4096, kBlocks = 4096 };  // 16 MiB a stream

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "both";
  static char block[kBlock];
  const struct iovec one = {block, kBlock / 4};
  const struct iovec four[4] = {one, one, one, one};
  if (!in_a_box()) {
    return 2;
  }
  memset(block, 'A', kBlock);
  for (int i = 63; i < kBlock && !is(way, "no_newline"); i += 64) {
    block[i] = '\n';
  }
  if (is(way, "ignored")) {
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
  }
  if (is(way, "copies")) {
    for (int i = 0; i < 3 && fork() != 0; i++) {
    }
  }
  if (is(way, "stopped_reader")) {  // a pipe that does not block: what did not fit is tried again
    fcntl(1, F_SETFL, O_NONBLOCK);
  }
  for (int i = 0; i < kBlocks; i++) {
    if (is(way, "bytes")) {
      for (int j = 0; j < kBlock; j++) {
        (void)!write(1, block + j, 1);
      }
    } else if (is(way, "vectors")) {
      (void)!writev(1, four, 4);
    } else if (is(way, "stopped_reader")) {
      while (write(1, block, kBlock) < 0) {
      }
    } else if (!is(way, "only_stderr")) {
      (void)!write(1, block, kBlock);
    }
    if (is(way, "both") || is(way, "only_stderr")) {
      (void)!write(2, block, kBlock);
    }
    if (is(way, "then_refused") && i == kBlocks - 1) {
      open("/etc/shadow", O_RDONLY);
    }
  }
  return 0;
}
