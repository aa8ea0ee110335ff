// Runs out of stack: by recursion, by one huge local array, by a jump over the guard page. The
// stack's limit of 8 MiB ends it, and no core file is written.
// expect-stdout:
// test-revisions: recursion array jump lifted
// test-args[rev:recursion]: recursion
// test-args[rev:array]: array
// test-args[rev:jump]: jump
// test-args[rev:lifted]: lifted
// expect-signal: SEGV
#include <alloca.h>
#include <sys/resource.h>

#include "attack.h"

enum { kDepth = 16384, kFar = 60 << 20 };

static volatile char sink;

static int down(int depth) {
  volatile char frame[4096];
  frame[0] = (char)depth;
  frame[sizeof frame - 1] = 1;
  return depth == 0 ? frame[0] : down(depth - 1) + frame[sizeof frame - 1];
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "recursion";
  if (is(way, "lifted")) {  // the hard limit is 8 MiB too: there is nothing to lift it to
    const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_STACK, &none) == 0) {
      puts("ESCAPED: the limit of the stack is gone");
    }
  }
  if (is(way, "array")) {
    volatile char* array = alloca(kFar);
    array[0] = 1;
    sink = array[0];
  } else if (is(way, "jump")) {
    volatile char here = 1;
    volatile char* far = &here - kFar;
    *far = 1;
    sink = *far;
  } else {
    sink = (char)down(kDepth);
  }
  puts("the stack held");
  return 0;
}
