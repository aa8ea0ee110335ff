// Files that are more than files, and marks that an overlay or the kernel would read: made by the
// program inside its tree. None can be made; the modes that can mean nothing.
// test-revisions: whiteout device fifo socket plain_file opaque redirect capability attributes set_user_id give_away unreadable immutable
// test-args[rev:whiteout]: whiteout
// test-args[rev:device]: device
// test-args[rev:fifo]: fifo
// test-args[rev:socket]: socket
// test-args[rev:plain_file]: plain_file
// test-args[rev:opaque]: opaque
// test-args[rev:redirect]: redirect
// test-args[rev:capability]: capability
// test-args[rev:attributes]: attributes
// test-args[rev:set_user_id]: set_user_id
// test-args[rev:give_away]: give_away
// test-args[rev:unreadable]: unreadable
// test-args[rev:immutable]: immutable
// expect-stdout:
// expect-refused[rev:whiteout]: syscall %{nr:mknodat} (mknodat)
// expect-refused[rev:device]: syscall %{nr:mknodat} (mknodat)
// expect-refused[rev:fifo]: syscall %{nr:mknodat} (mknodat)
// expect-refused[rev:socket]: syscall %{nr:mknodat} (mknodat)
// expect-refused[rev:plain_file]: syscall %{nr:mknodat} (mknodat)
// expect-refused[rev:opaque]: syscall %{nr:setxattr} (setxattr)
// expect-refused[rev:redirect]: syscall %{nr:setxattr} (setxattr)
// expect-refused[rev:capability]: syscall %{nr:fsetxattr} (fsetxattr)
// expect-refused[rev:attributes]: syscall %{nr:listxattr} (listxattr)
// expect-stdout[rev:set_user_id]: set_user_id: 0
// expect-report[rev:set_user_id]: exit 3
// expect-stdout[rev:give_away]: give_away: -1
// expect-report[rev:give_away]: exit 3
// expect-stdout[rev:unreadable]: unreadable: -1
// expect-report[rev:unreadable]: exit 3
// expect-refused[rev:immutable]: syscall %{nr:ioctl} (ioctl)
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "attack.h"

static long make(mode_t mode, dev_t device) {
  return syscall(SYS_mknodat, AT_FDCWD, "attack-node", mode | 0600, (unsigned)device);
}

static long mark(const char* name, const char* value) {
  return syscall(SYS_setxattr, "/src", name, value, strlen(value), 0);
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "fifo";
  const int fd = in_a_box() ? open("attack", O_CREAT | O_RDWR, 0600) : -1;
  long result = -2;
  if (fd < 0) {
    return 2;
  }
  if (is(way, "whiteout")) {
    result = make(S_IFCHR, makedev(0, 0));
  } else if (is(way, "device")) {
    result = make(S_IFCHR, makedev(1, 3));
  } else if (is(way, "fifo")) {
    result = make(S_IFIFO, 0);
  } else if (is(way, "socket")) {
    result = make(S_IFSOCK, 0);
  } else if (is(way, "plain_file")) {
    result = make(S_IFREG, 0);
  } else if (is(way, "opaque")) {
    result = mark("user.overlay.opaque", "y");
  } else if (is(way, "redirect")) {
    result = mark("user.overlay.redirect", "/");
  } else if (is(way, "capability")) {
    result = syscall(SYS_fsetxattr, fd, "security.capability", "", 0, 0);
  } else if (is(way, "attributes")) {
    result = syscall(SYS_listxattr, "/src", NULL, 0);
  } else if (is(way, "set_user_id")) {
    result = fchmod(fd, 06755);
  } else if (is(way, "give_away")) {
    result = fchown(fd, 1, 1);
  } else if (is(way, "unreadable")) {  // root inside is nobody outside, and without capabilities
    result = fchmod(fd, 0) == 0 ? open("attack", O_RDONLY) : -3;
  } else if (is(way, "immutable")) {
    const int flags = 0x10;
    result = ioctl(fd, 0x40086602, &flags);  // FS_IOC_SETFLAGS
  }
  printf("%s: %ld\n", way, result);
  return 3;
}
