// Starts a second program by every way there is: the step's own start was the only one. What the
// call was given is of no importance, only text that cannot be read has a line of its own.
// expect-stdout:
// test-revisions: execve execveat descriptor no_arguments long_arguments empty_name missing folder script shell memory_descriptor null unmapped endless
// test-args[rev:execve]: execve
// test-args[rev:execveat]: execveat
// test-args[rev:descriptor]: descriptor
// test-args[rev:no_arguments]: no_arguments
// test-args[rev:long_arguments]: long_arguments
// test-args[rev:empty_name]: empty_name
// test-args[rev:missing]: missing
// test-args[rev:folder]: folder
// test-args[rev:script]: script
// test-args[rev:shell]: shell
// test-args[rev:memory_descriptor]: memory_descriptor
// test-args[rev:null]: null
// test-args[rev:unmapped]: unmapped
// test-args[rev:endless]: endless
// expect-refused: execve
// expect-refused[rev:null]: execve with unreadable arguments
// expect-refused[rev:unmapped]: execve with unreadable arguments
// expect-refused[rev:endless]: execve with unreadable arguments
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

enum { kEmptyPath = 0x1000, kPage = 65536, kStrings = 12, kLength = 87381 };

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "execve";
  if (is(way, "again")) {
    puts("ESCAPED: a second program runs");
    return 0;
  }
  char* words[] = {argv[0], "again", NULL};
  char* none[] = {NULL};
  const char* path = argv[0];
  if (is(way, "execveat")) {
    syscall(SYS_execveat, AT_FDCWD, path, words, none, 0);
  } else if (is(way, "descriptor")) {
    syscall(SYS_execveat, open(path, O_RDONLY), "", words, none, kEmptyPath);
  } else if (is(way, "memory_descriptor")) {  // any descriptor: a memory file cannot be made
    syscall(SYS_execveat, 0, "", words, none, kEmptyPath);
  } else if (is(way, "no_arguments")) {
    syscall(SYS_execve, path, none, none);
  } else if (is(way, "long_arguments")) {  // a megabyte of environment
    char* long_environment[kStrings + 1] = {NULL};
    for (int i = 0; i < kStrings; i++) {
      long_environment[i] = memset(calloc(1, kLength + 1), 'E', kLength);
    }
    syscall(SYS_execve, path, words, long_environment);
  } else if (is(way, "empty_name")) {
    syscall(SYS_execve, "", words, none);
  } else if (is(way, "missing")) {
    syscall(SYS_execve, "/src/no-such-program", words, none);
  } else if (is(way, "folder")) {
    syscall(SYS_execve, "/src", words, none);
  } else if (is(way, "script")) {
    static const char text[] = "#!/src/no-such-interpreter\n";
    const int fd = open("attack-script", O_WRONLY | O_CREAT, 0700);
    if (write(fd, text, sizeof text - 1) < 0 || close(fd) != 0) {
      return 4;
    }
    syscall(SYS_execve, "attack-script", words, none);
  } else if (is(way, "shell")) {
    syscall(SYS_execve, "/bin/sh", words, none);
  } else if (is(way, "null")) {
    syscall(SYS_execve, NULL, words, none);
  } else if (is(way, "unmapped") || is(way, "endless")) {
    char* pages = mmap(NULL, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const size_t tail = is(way, "endless") ? kPage : 8;
    if (pages == MAP_FAILED || munmap(pages + kPage, kPage) != 0) {
      return 4;
    }
    memset(pages + kPage - tail, 'x', tail);  // no NUL before the end of what can be read
    syscall(SYS_execve, pages + kPage - tail, words, none);
  } else {
    execve(path, words, none);
  }
  printf("%s: errno %d\n", way, errno);
  return 3;
}
