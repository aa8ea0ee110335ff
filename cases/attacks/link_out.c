// Leaves the tree by a name inside it: symbolic links of every kind, hard links, a file without a
// name given one. The links are made and lead nowhere; the kernel follows them inside the box.
// test-revisions: absolute relative chained folder dots proc loop created hard library nameless
// test-args[rev:absolute]: absolute
// test-args[rev:relative]: relative
// test-args[rev:chained]: chained
// test-args[rev:folder]: folder
// test-args[rev:dots]: dots
// test-args[rev:proc]: proc
// test-args[rev:loop]: loop
// test-args[rev:created]: created
// test-args[rev:hard]: hard
// test-args[rev:library]: library
// test-args[rev:nameless]: nameless
// expect-stdout[rev:absolute]: absolute: leads nowhere
// expect-report[rev:absolute]: exit 0
// expect-stdout[rev:relative]: relative: leads nowhere
// expect-report[rev:relative]: exit 0
// expect-stdout[rev:chained]: chained: leads nowhere
// expect-report[rev:chained]: exit 0
// expect-stdout[rev:folder]: folder: leads nowhere
// expect-report[rev:folder]: exit 0
// expect-stdout[rev:dots]: dots: leads nowhere
// expect-report[rev:dots]: exit 0
// expect-stdout[rev:proc]: proc: leads nowhere
// expect-report[rev:proc]: exit 0
// expect-stdout[rev:loop]: loop: leads nowhere
// expect-report[rev:loop]: exit 0
// expect-stdout[rev:created]: created: leads nowhere
// expect-report[rev:created]: exit 0
// expect-stdout[rev:hard]: hard: leads nowhere
// expect-report[rev:hard]: exit 0
// expect-stdout[rev:library]: library: leads nowhere
// expect-report[rev:library]: exit 0
// expect-stdout[rev:nameless,x86_64]:
// expect-refused[rev:nameless,x86_64]: syscall %{nr:linkat} (linkat)
// expect-stdout[rev:nameless,aarch64]: linkat came back
// expect-report[rev:nameless,aarch64]: exit 5
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

static const char kTarget[] = "/etc/shadow";

// A byte read through PATH, or a file made by it, is an escape.
static int leads_out(const char* path, int flags) {
  char byte;
  const int fd = open(path, flags, 0600);
  if (fd < 0) {
    return 0;
  }
  const int got = (flags & O_CREAT) != 0 || read(fd, &byte, 1) > 0;
  close(fd);
  return got;
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "absolute";
  int flags = O_RDONLY;
  const char* path = "attack-link";
  if (!in_a_box()) {
    return 2;
  }
  if (is(way, "nameless")) {  // On aarch64 link is linkat: its own file gets a name of its own.
    const int fd = open(".", O_TMPFILE | O_RDWR, 0600);
    if (fd < 0) {
      return 4;
    }
    syscall(SYS_linkat, fd, "", AT_FDCWD, "attack-named", 0x1000);  // AT_EMPTY_PATH
    puts("linkat came back");
    return 5;
  }
  int made = 0;
  if (is(way, "hard")) {
    made = link(kTarget, path) == 0;
    puts(made ? "ESCAPED: a hard link to the host's file" : "hard: leads nowhere");
    return 0;
  }
  if (is(way, "library")) {  // the libraries are of another mount
    made = link("/etc/ld.so.cache", path) == 0;
    puts(made ? "ESCAPED: a hard link to the host's file" : "library: leads nowhere");
    return 0;
  }
  if (is(way, "absolute")) {
    made = symlink(kTarget, path) == 0;
  } else if (is(way, "relative")) {
    made = symlink("../../../../../../../etc/shadow", path) == 0;
  } else if (is(way, "chained")) {
    made = symlink(kTarget, "attack-first") == 0 && symlink("attack-first", path) == 0;
  } else if (is(way, "folder")) {
    made = symlink("/", "attack-root") == 0;
    path = "attack-root/etc/shadow";
  } else if (is(way, "dots")) {  // by name it stays in the tree, by the link it does not
    made = symlink("/etc", "attack-etc") == 0;
    path = "attack-etc/../etc/shadow";
  } else if (is(way, "proc")) {
    made = symlink("/proc/self/root/etc/shadow", path) == 0;
  } else if (is(way, "loop")) {
    made = symlink("attack-link", path) == 0;
  } else if (is(way, "created")) {
    made = symlink("/etc/attack-was-here", path) == 0;
    flags = O_WRONLY | O_CREAT;
  }
  if (!made) {
    return 6;
  }
  printf(leads_out(path, flags) ? "ESCAPED: %s\n" : "%s: leads nowhere\n", way);
  return 0;
}
