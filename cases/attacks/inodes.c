// Names without end: empty files, folders without permissions, links, until the box has no more.
// What ends it is the box's own count of files, well before the host's memory.
// test-opts: --wall 30 --time 20 --out 1
// test-timeout: 40s
// test-revisions: files folders links scratch out
// test-args[rev:files]: . files
// test-args[rev:folders]: . folders
// test-args[rev:links]: . links
// test-args[rev:scratch]: /tmp files
// test-args[rev:out]: /out folders
// expect-stdout: no space
// expect-report: exit 28
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attack.h"

int main(int argc, char** argv) {
  const char* what = argc > 2 ? argv[2] : "files";
  char name[32];
  if (!in_a_box() || chdir(argc > 1 ? argv[1] : ".") != 0) {
    return 2;
  }
  for (int i = 0; i < 1000000; i++) {
    int failed;
    snprintf(name, sizeof name, "attack-%d", i);
    if (is(what, "files")) {
      const int fd = open(name, O_CREAT | O_WRONLY, 0);
      failed = fd < 0 || close(fd) != 0;
    } else if (is(what, "folders")) {
      failed = mkdir(name, 0) != 0;
    } else {
      failed = symlink("nowhere", name) != 0;
    }
    if (failed) {
      const int error = errno;
      puts(error == ENOSPC ? "no space" : strerror(error));
      return error;
    }
  }
  puts("ESCAPED: a million names");
  return 0;
}
