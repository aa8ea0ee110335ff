// refuse RULE COMMAND...: runs a command on a host that refuses, by a seccomp filter.
//   clone-userns=ERRNO   a clone or unshare that asks for a user namespace answers ERRNO
//   no-listener          a filter with a listener answers EINVAL (a kernel without USER_NOTIF)
//   listener             a listener is there already (a box inside a box)
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static int install(struct sock_filter* code, unsigned short count, unsigned flags) {
  struct sock_fprog program = {count, code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fputs("refuse RULE COMMAND...\n", stderr);
    return 2;
  }
  int installed = -1;
  if (strncmp(argv[1], "clone-userns=", 13) == 0) {
    unsigned error = (unsigned)atoi(argv[1] + 13);
    struct sock_filter code[] = {
        LOAD(nr),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_unshare, 1, 0),
        ALLOW,
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEWUSER, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error & SECCOMP_RET_DATA)),
        ALLOW,
    };
    installed = install(code, sizeof code / sizeof *code, 0);
  } else if (strcmp(argv[1], "no-listener") == 0) {
    struct sock_filter code[] = {
        LOAD(nr),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 3),
        LOAD(args[1]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, SECCOMP_FILTER_FLAG_NEW_LISTENER, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
        ALLOW,
    };
    installed = install(code, sizeof code / sizeof *code, 0);
  } else if (strcmp(argv[1], "listener") == 0) {
    struct sock_filter code[] = {ALLOW};
    installed = install(code, 1, SECCOMP_FILTER_FLAG_NEW_LISTENER);
    fcntl(installed, F_SETFD, 0);  // it lives as long as the command holds it
  } else {
    fprintf(stderr, "refuse: no such rule: %s\n", argv[1]);
    return 2;
  }
  if (installed < 0) {
    perror("refuse: seccomp");
    return 2;
  }
  execvp(argv[2], argv + 2);
  perror(argv[2]);
  return 127;
}
