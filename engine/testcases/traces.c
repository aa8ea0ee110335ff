// traces find: prints what a box before this one could have left in sight.
// traces number: prints the inode numbers of new files.
// traces leave KIND: leaves something, if it can; 0 either way.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

static const char* const kFolders[] = {"/tmp", "/out", "/src"};

static int abstract_socket(int join) {
  struct sockaddr_un a = {.sun_family = AF_UNIX, .sun_path = "\0sbx-trace"};
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  return join ? connect(s, (void*)&a, sizeof a) : bind(s, (void*)&a, sizeof a) || listen(s, 1);
}

static void show(const char* what, long answer) {
  printf("%s %ld %s\n", what, answer < 0 ? -1L : answer, answer < 0 ? strerror(errno) : "");
}

static void show_folder(const char* name) {
  struct stat st;
  struct statfs space;
  DIR* dir = 0;
  stat(name, &st);
  printf("%s mode %o links %lu size %ld owner %u\n", name, st.st_mode, (unsigned long)st.st_nlink,
         strcmp(name, "/src") == 0 ? 0L : (long)st.st_size, st.st_uid);
  if (strcmp(name, "/src") == 0) {
    return;  // the host's files are in it
  }
  dir = opendir(name);
  for (struct dirent* e; dir && (e = readdir(dir));) {
    printf("%s/%s\n", name, e->d_name);
  }
  statfs(name, &space);
  printf("%s free %lu of %lu\n", name, (unsigned long)space.f_bfree, (unsigned long)space.f_blocks);
}

// How many mounts the box has; an error before Linux 6.8.
static long mounts(void) {
  const int listmount = 458;
  const unsigned long long root = -1;
  unsigned long long ids[100];
  const struct {
    unsigned size, spare;
    unsigned long long mount, after;
  } below = {24, 0, root, 0};
  return syscall(listmount, &below, ids, 100, 0);
}

// What a program has of its step, which is another's child in a cell.
static void show_privileges(void) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct has[2] = {{0}};
  show("capget", syscall(SYS_capget, &head, has));
  printf("capabilities %x %x %x %x %x %x\n", has[0].effective, has[0].permitted, has[0].inheritable,
         has[1].effective, has[1].permitted, has[1].inheritable);
  show("bounding set", prctl(PR_CAPBSET_READ, 21));  // CAP_SYS_ADMIN
  show("ambient set", prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, 21, 0, 0));
  show("securebits", prctl(PR_GET_SECUREBITS));
  show("no_new_privs", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
  show("seccomp", prctl(PR_GET_SECCOMP));
  show("dumpable", prctl(PR_GET_DUMPABLE));
  show("secure", (long)getauxval(AT_SECURE));
  show("personality", personality(0xffffffff));
  show("session", getsid(0));
  show("group", getpgrp());
}

static int find(int everything) {
  printf("process %d of %d\n", getpid(), getppid());
  for (int fd = 0; fd < 300; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0) {
      printf("descriptor %d\n", fd);
    }
  }
  for (unsigned i = 0; i < 3; ++i) {
    show_folder(kFolders[i]);
  }
  show("/src/trace", access("/src/trace", F_OK));
  for (int i = 0; i < RLIM_NLIMITS; ++i) {
    struct rlimit l;
    getrlimit(i, &l);
    printf("limit %d %lx %lx\n", i, (unsigned long)l.rlim_cur, (unsigned long)l.rlim_max);
  }
  if (everything) {  // what only a box that lets every call through may ask
    cpu_set_t all;
    show_privileges();
    show("nice", getpriority(PRIO_PROCESS, 0));
    show("scheduler", sched_getscheduler(0));
    show("ioprio", syscall(SYS_ioprio_get, 1, 0));
    sched_getaffinity(0, sizeof all, &all);
    show("processors", CPU_COUNT(&all));
    show("mounts", mounts());
    show("shm", shmget(0x5b7, 4096, 0));
    show("msg", msgget(0x5b7, 0));
    show("sem", semget(0x5b7, 1, 0));
    show("mqueue", mq_open("/sbx-trace", O_RDONLY));
    show("abstract socket", abstract_socket(1));
    show("survivor", kill(-1, 0));
    show("file lock", flock(open("/src/traces", O_RDONLY), LOCK_EX | LOCK_NB));
  }
  return 0;
}

static void sleeper(void) {
  if (fork() == 0) {
    setsid();
    signal(SIGHUP, SIG_IGN);
    sleep(60);
    _exit(0);
  }
}

static void leave_file(const char* kind) {
  int fd = -1;
  if (strcmp(kind, "tmp") == 0) {
    fd = open("/tmp/trace", O_CREAT | O_WRONLY, 0644);
  } else if (strcmp(kind, "out") == 0) {
    fd = open("/out/trace", O_CREAT | O_WRONLY, 0644);
  } else if (strcmp(kind, "src") == 0) {
    fd = open("/src/trace", O_CREAT | O_WRONLY, 0644);
  } else if (strcmp(kind, "removed") == 0) {
    fd = open("/tmp/trace", O_CREAT | O_WRONLY, 0644);
    unlink("/tmp/trace");
  } else if (strcmp(kind, "tmpfile") == 0) {
    fd = open("/tmp", O_TMPFILE | O_RDWR, 0600);
  } else if (strcmp(kind, "srctmpfile") == 0) {
    fd = open("/src", O_TMPFILE | O_RDWR, 0600);
  } else if (strcmp(kind, "no_room") == 0) {  // larger than a file of the box may be
    signal(SIGXFSZ, SIG_IGN);
    close(open("/src/large", O_RDWR));
  } else if (strcmp(kind, "no_room_mode") == 0) {
    signal(SIGXFSZ, SIG_IGN);
    chmod("/src/large", 0600);
  } else if (strcmp(kind, "folder") == 0) {
    mkdir("/out/trace", 0700);
  } else if (strcmp(kind, "mode") == 0) {
    chmod("/tmp", 0700);
  } else if (strcmp(kind, "srcmode") == 0) {
    chmod("/src", 0700);
  } else if (strcmp(kind, "time") == 0) {
    const struct timespec old[2] = {{1, 0}, {1, 0}};
    utimensat(AT_FDCWD, "/out", old, 0);
  } else if (strcmp(kind, "attribute") == 0) {
    setxattr("/tmp", "user.trace", "x", 1, 0);
  } else if (strcmp(kind, "hidden") == 0) {  // everything as it was but what cannot be set
    struct stat st;
    stat("/tmp", &st);
    const struct timespec as_before[2] = {st.st_atim, st.st_mtim};
    fd = open("/tmp/trace", O_CREAT | O_WRONLY, 0644);
    unlink("/tmp/trace");
    utimensat(AT_FDCWD, "/tmp", as_before, 0);
  } else if (strcmp(kind, "removed_program") == 0) {
    unlink("/src/exit_with");
  }
  if (fd >= 0 && write(fd, "x", 1) != 1) {
    _exit(1);
  }
}

// `first`: the task that is meddled with, the box's init or a thread of it.
static void leave(const char* kind, int first) {
  if (strcmp(kind, "process") == 0) {
    sleeper();
  } else if (strcmp(kind, "shm") == 0) {
    shmat(shmget(0x5b7, 4096, IPC_CREAT | 0600), 0, 0);
  } else if (strcmp(kind, "msg") == 0) {
    msgget(0x5b7, IPC_CREAT | 0600);
  } else if (strcmp(kind, "sem") == 0) {
    semget(0x5b7, 1, IPC_CREAT | 0600);
  } else if (strcmp(kind, "mqueue") == 0) {
    mq_open("/sbx-trace", O_CREAT | O_RDWR, 0600, 0);
  } else if (strcmp(kind, "socket") == 0) {
    abstract_socket(0);
    sleeper();
  } else if (strcmp(kind, "lock") == 0) {
    flock(open("/src/traces", O_RDONLY), LOCK_EX);
    sleeper();
  } else if (strcmp(kind, "nice") == 0) {
    setpriority(PRIO_PROCESS, first, 5);
  } else if (strcmp(kind, "scheduler") == 0) {
    const struct sched_param none = {0};
    sched_setscheduler(first, SCHED_BATCH, &none);
  } else if (strcmp(kind, "ioprio") == 0) {
    syscall(SYS_ioprio_set, 1, first, 3 << 13);
  } else if (strcmp(kind, "affinity") == 0) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    sched_setaffinity(first, sizeof one, &one);
  } else if (strcmp(kind, "limit") == 0) {
    const struct rlimit few = {20, 20};
    prlimit(first, RLIMIT_NICE, &few, 0);
    prlimit(first, RLIMIT_MEMLOCK, &few, 0);
  } else if (strcmp(kind, "signal") == 0) {
    kill(first, SIGKILL);
    kill(first, SIGSTOP);
    syscall(SYS_tgkill, 1, first, SIGKILL);
  } else if (strcmp(kind, "ptrace") == 0) {
    show("ptrace", ptrace(PTRACE_SEIZE, first, 0, 0));
  } else if (strcmp(kind, "timer") == 0) {
    alarm(1);
  } else {
    leave_file(kind);
  }
}

static int number(void) {
  const char* const files[] = {"/tmp/number", "/out/number", "/src/number"};
  for (unsigned i = 0; i < 3; ++i) {
    struct stat st;
    const int fd = open(files[i], O_CREAT | O_WRONLY, 0644);
    if (fd < 0 || fstat(fd, &st) != 0) {
      return 1;
    }
    printf("%s %lu\n", files[i], (unsigned long)st.st_ino);
  }
  return 0;
}

int main(int argc, char** argv) {
  if (argc > 1 && strcmp(argv[1], "number") == 0) {
    return number();
  }
  if (argc > 2 && strcmp(argv[1], "leave") == 0) {
    leave(argv[2], argc > 3 ? atoi(argv[3]) : 1);
    return 0;
  }
  return find(argc > 2);
}
