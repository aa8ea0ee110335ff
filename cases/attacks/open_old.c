// The two entries to open a file that x86_64 has besides the `at` calls.
// test-skip[!x86_64]: needs entries of x86_64
// expect-stdout:
// test-revisions: open open_null creat
// test-args[rev:open]: open
// test-args[rev:open_null]: null
// test-args[rev:creat]: creat
// expect-refused[rev:open]: open /etc/shadow
// expect-refused[rev:open_null]: open with unreadable arguments
// expect-refused[rev:creat]: open /etc/attack
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

int main(int argc, char** argv) {
  long fd = -1;
#ifdef SYS_open
  const char* way = argc > 1 ? argv[1] : "open";
  if (is(way, "creat")) {
    fd = in_a_box() ? syscall(SYS_creat, "/etc/attack", 0600) : -1;
  } else {
    fd = syscall(SYS_open, is(way, "null") ? NULL : "/etc/shadow", 0, 0);
  }
#endif
  puts(fd >= 0 ? "ESCAPED" : "came back");
  return 3;
}
