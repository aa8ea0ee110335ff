// Closes 0, 1 and 2, takes their numbers for other files, writes there: the report is not theirs.
// The file asked for first is in the tree and missing; then one outside, which ends the program.
// test-revisions: missing outside taken
// test-args[rev:missing]: /src/no-such-file
// test-args[rev:outside]: /no-such-file
// test-args[rev:taken]: taken
// expect-report[rev:missing]: exit 9
// expect-refused[rev:outside]: open /no-such-file
// expect-report[rev:taken]: exit 9
// expect-stdout:
// expect-stderr:
#include <fcntl.h>
#include <unistd.h>

#include "attack.h"

int main(int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : "/src/no-such-file";
  int fd;
  for (int i = 0; i < 32; i++) {
    close(i);
  }
  if (is(path, "taken")) {
    for (int i = 0; i < 3; i++) {
      if (open("/tmp/attack", O_CREAT | O_RDWR, 0600) != i) {
        return 7;
      }
    }
    fd = -1;
  } else {
    fd = open(path, O_RDONLY);
  }
  for (int i = 0; i < 8; i++) {
    (void)!write(i, "sandbox: exit 0\n", 16);
  }
  return fd < 0 ? 9 : 8;
}
