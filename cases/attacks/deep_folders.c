// A chain of 300 folders with names of 50 letters, far longer than any path may be, the innermost
// without any permission: the box is unmounted, not cleared name by name.
// test-revisions: tree scratch out
// test-args[rev:tree]: .
// test-args[rev:scratch]: /tmp
// test-args[rev:out]: /out
// expect-stdout: 300 deep
// expect-report: exit 0
#include <sys/stat.h>
#include <unistd.h>

#include "attack.h"

int main(int argc, char** argv) {
  char name[51];
  int depth = 0;
  if (!in_a_box() || chdir(argc > 1 ? argv[1] : ".") != 0) {
    return 2;
  }
  memset(name, 'd', 50);
  name[50] = 0;
  while (depth < 300 && mkdir(name, 0700) == 0 && chdir(name) == 0) {
    depth++;
  }
  if (chdir("..") != 0 || chmod(name, 0) != 0) {
    return 3;
  }
  printf("%d deep\n", depth);
  return 0;
}
