// What a program can learn of the host without a refused call: nothing that differs from one host
// or one user to the next.
// expect-stdout: env HOME=/src
// expect-stdout: env PATH=/usr/bin:/bin
// expect-stdout: name and start the same
// expect-stdout: node sandbox, domain (none)
// expect-stdout: folder /src
// expect-stdout: uid 0 0 0, gid 0 0 0, other groups 0
// expect-stdout: parent 1, own group 1, own session 1
// expect-stdout: umask 022
// expect-stdout: descriptors 0 1 2
// expect-stdout: signals ignored 0, blocked 0
// expect-stdout: the same addresses
// expect-report: exit 0
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attack.h"

extern char** environ;

// Groups besides its own: `su` leaves that one in the list too.
static int other_groups(gid_t own) {
  gid_t groups[256];
  int others = 0;
  const int all = getgroups(256, groups);
  for (int i = 0; i < all; i++) {
    others += groups[i] != own;
  }
  return all < 0 ? all : others;
}

int main(int argc, char** argv) {
  char folder[4096];
  struct utsname host;
  uid_t uids[3];
  gid_t gids[3];
  sigset_t blocked;
  (void)argc;
  for (char** entry = environ; *entry != NULL; entry++) {
    printf("env %s\n", *entry);
  }
  const char* started = (const char*)getauxval(AT_EXECFN);
  printf("name and start %s\n", is(argv[0], started) ? "the same" : started);
  if (uname(&host) == 0) {
    printf("node %s, domain %s\n", host.nodename, host.domainname);
  }
  printf("folder %s\n", getcwd(folder, sizeof folder));
  if (getresuid(&uids[0], &uids[1], &uids[2]) == 0 &&
      getresgid(&gids[0], &gids[1], &gids[2]) == 0) {
    printf("uid %d %d %d, gid %d %d %d, other groups %d\n", uids[0], uids[1], uids[2], gids[0],
           gids[1], gids[2], other_groups(gids[0]));
  }
  printf("parent %d, own group %d, own session %d\n", getppid(), getpgrp() == getpid(),
         getsid(0) == getpid());
  printf("umask %03o\n", (unsigned)umask(0));
  printf("descriptors");
  for (int fd = 0; fd < 1024; fd++) {
    if (fcntl(fd, F_GETFD) >= 0) {
      printf(" %d", fd);
    }
  }
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  int ignored = 0, held = 0;
  for (int number = 1; number < 32; number++) {
    struct sigaction action;
    ignored += sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
    held += sigismember(&blocked, number);
  }
  printf("\nsignals ignored %d, blocked %d\n", ignored, held);
  // Without randomisation the stack ends at the end of the address space.
  const unsigned long here = (unsigned long)&folder;
#ifdef __aarch64__
  const unsigned long end = 0xfffff;
#else
  const unsigned long end = 0x7ffff;
#endif
  puts(sizeof(long) == 8 && here >> 28 != end ? "addresses by chance" : "the same addresses");
  return 0;
}
