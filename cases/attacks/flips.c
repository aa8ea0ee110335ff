// What a call is given changes between the supervisor's look and the kernel's use, again and again:
// the struct of clone3 in its own memory and in memory shared with a child, and where the name of
// an open leads. A call that the supervisor lets go on is one whose change gains nothing; clone3 is
// never let go on.
// test-opts: --allow=threads --wall 60 --time 40
// test-timeout: 70s
// test-revisions: struct_flags struct_of_a_child struct_unmapped struct_others name folder descriptor link
// test-args[rev:struct_flags]: struct_flags
// test-args[rev:struct_of_a_child]: struct_of_a_child
// test-args[rev:struct_unmapped]: struct_unmapped
// test-args[rev:struct_others]: struct_others
// test-args[rev:name]: name
// test-args[rev:folder]: folder
// test-args[rev:descriptor]: descriptor
// test-args[rev:link]: link
// expect-stdout:
// expect-refused[rev:struct_flags]: clone with namespace flags
// expect-refused[rev:struct_of_a_child]: clone with namespace flags
// expect-refused[rev:struct_unmapped]: clone3 with unreadable arguments
// expect-stdout[rev:struct_others]: 4000 times ENOSYS, and no child
// expect-report[rev:struct_others]: exit 0
// expect-refused[rev:name]: open /tmp/../etc/shadow
// expect-refused[rev:folder]: open ../etc/shadow
// expect-refused[rev:descriptor]: open ../etc/shadow
// expect-stdout[rev:link]: its own file or none
// expect-report[rev:link]: exit 0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

enum { kTries = 200000, kFewTries = 4000, kPage = 65536 };  // as large as any architecture's

static const char* way;
static volatile struct clone3_arguments* arguments;
static volatile char name[] = "/tmp/a./etc/shadow";  // with '.' for the 'a' it leads out
static int folders[2], descriptor;

// Between the look and the use, or not: there is no way to know, so as often as it can.
static void* change(void* argument) {
  static const uint64_t others[] = {0, 1ull << 33, 0x8000, 0x1000};  // cgroup, parent, pidfd
  for (unsigned i = 0;; i++) {
    if (is(way, "struct_flags") || is(way, "struct_of_a_child")) {
      arguments->flags = i % 2 ? 0x10000000 : 0;  // CLONE_NEWUSER
    } else if (is(way, "struct_unmapped")) {
      mprotect((void*)arguments, kPage, i % 2 ? PROT_NONE : PROT_READ | PROT_WRITE);
    } else if (is(way, "struct_others")) {
      arguments->flags = others[i % 4];
    } else if (is(way, "name")) {
      name[5] = i % 2 ? '.' : 'a';
    } else if (is(way, "folder")) {
      fchdir(folders[i % 2]);
    } else if (is(way, "descriptor")) {
      dup2(folders[i % 2], descriptor);
    } else {
      unlink("/tmp/link");
      symlink(i % 2 ? "/etc" : "/tmp/a./etc", "/tmp/link");
    }
  }
  return argument;
}

// A call that was carried out, whatever its flags were, is an escape, and so is one that the kernel
// itself refused.
static int call_clone3(int tries) {
  for (int i = 0; i < tries; i++) {
    const long pid = syscall(SYS_clone3, arguments, sizeof *arguments);
    if (pid == 0) {
      _exit(0);
    }
    if (pid > 0) {
      waitpid((pid_t)pid, NULL, 0x40000000);  // __WALL
      puts("ESCAPED: clone3 was carried out");
      return 0;
    }
    if (errno != ENOSYS) {
      printf("clone3: errno %d\n", errno);
      return 3;
    }
  }
  if (waitpid(-1, NULL, 0x40000000) != -1 || errno != ECHILD) {
    return 3;
  }
  printf("%d times ENOSYS, and no child\n", tries);
  return 0;
}

// What is opened, wherever the name led when, is the file made here.
static int open_what_changes(int tries) {
  for (int i = 0; i < tries; i++) {
    char text[4] = "";
    const int fd = is(way, "name")     ? open((const char*)name, O_RDONLY)
                   : is(way, "folder") ? open("../etc/shadow", O_RDONLY)
                   : is(way, "link")   ? open("/tmp/link/shadow", O_RDONLY)
                                       : openat(descriptor, "../etc/shadow", O_RDONLY);
    if (fd >= 0) {
      if (read(fd, text, 3) != 3 || !is(text, "own")) {
        puts("ESCAPED: another file was read");
        return 0;
      }
      close(fd);
    }
  }
  if (!is(way, "link")) {
    return 3;
  }
  puts("its own file or none");
  return 0;
}

static int files(void) {
  if (mkdir("/tmp/a.", 0700) != 0 || mkdir("/tmp/a./etc", 0700) != 0 ||
      mkdir("/tmp/a./in", 0700) != 0) {
    return -1;
  }
  const int own = open("/tmp/a./etc/shadow", O_CREAT | O_WRONLY, 0600);
  folders[0] = open("/tmp/a./in", O_RDONLY | O_DIRECTORY);  // from here the file made above...
  folders[1] = open("/tmp", O_RDONLY | O_DIRECTORY);        // ...and from here one outside
  descriptor = dup(folders[0]);
  return own < 0 || write(own, "own", 3) != 3 || close(own) != 0 || descriptor < 0 ||
                 fchdir(folders[0]) != 0
             ? -1
             : 0;
}

int main(int argc, char** argv) {
  pthread_t thread;
  way = argc > 1 ? argv[1] : "struct_flags";
  if (!in_a_box()) {
    return 2;
  }
  arguments = mmap(NULL, kPage, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (arguments == MAP_FAILED || files() != 0) {
    return 4;
  }
  arguments->exit_signal = SIGCHLD;  // while nobody takes the page away
  const int by_a_child = is(way, "struct_of_a_child");
  const pid_t child = by_a_child ? fork() : -1;
  if (child == 0) {
    change(NULL);
  }
  if (by_a_child ? child < 0 : pthread_create(&thread, NULL, change, NULL) != 0) {
    return 4;
  }
  const int tries = is(way, "struct_others") || is(way, "link") ? kFewTries : kTries;
  return strncmp(way, "struct", 6) == 0 ? call_clone3(tries) : open_what_changes(tries);
}
