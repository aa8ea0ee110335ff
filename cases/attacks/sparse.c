// Files larger than the output cap, by ways that write next to nothing.
// test-revisions: seek positioned truncate truncate_by_name allocate last_byte ignored scratch two_files raised
// test-args[rev:seek]: seek
// test-args[rev:positioned]: positioned
// test-args[rev:truncate]: truncate
// test-args[rev:truncate_by_name]: truncate_by_name
// test-args[rev:allocate]: allocate
// test-args[rev:last_byte]: last_byte
// test-args[rev:ignored]: ignored
// test-args[rev:scratch]: scratch
// test-args[rev:two_files]: two_files
// test-args[rev:raised]: raised
// expect-stdout[rev:raised]:
// expect-killed[rev:raised]: output limit (64 MiB)
// expect-stdout:
// expect-killed[rev:seek]: output limit (64 MiB)
// expect-killed[rev:positioned]: output limit (64 MiB)
// expect-killed[rev:truncate]: output limit (64 MiB)
// expect-killed[rev:truncate_by_name]: output limit (64 MiB)
// expect-killed[rev:allocate]: output limit (64 MiB)
// expect-stdout[rev:last_byte]: 67108864 bytes
// expect-report[rev:last_byte]: exit 0
// expect-stdout[rev:ignored]: ignored: errno 27
// expect-report[rev:ignored]: exit 3
// expect-killed[rev:scratch]: output limit (64 MiB)
// expect-stdout[rev:two_files]: two_files: errno 28
// expect-report[rev:two_files]: exit 3
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

enum { kCap = 64 << 20 };

static int fill(const char* path, long bytes) {
  static char block[65536];
  const int fd = open(path, O_CREAT | O_WRONLY, 0600);
  for (long done = 0; done < bytes;) {
    const ssize_t n = write(fd, block, sizeof block);
    if (n < 0) {
      return -1;
    }
    done += n;
  }
  return close(fd);
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "seek";
  const off_t tebibyte = (off_t)1 << 40;
  long result;
  if (!in_a_box()) {
    return 2;
  }
  const int fd = open(is(way, "scratch") ? "/tmp/attack" : "attack", O_CREAT | O_RDWR, 0600);
  if (fd < 0) {
    return 4;
  }
  if (is(way, "last_byte")) {
    struct stat status;
    if (pwrite(fd, "x", 1, kCap - 1) != 1 || fstat(fd, &status) != 0) {
      return 5;
    }
    printf("%ld bytes\n", (long)status.st_size);
    return 0;
  }
  if (is(way, "ignored")) {
    signal(SIGXFSZ, SIG_IGN);
  }
  if (is(way, "positioned") || is(way, "ignored")) {
    result = pwrite(fd, "x", 1, kCap);
  } else if (is(way, "truncate")) {
    result = ftruncate(fd, tebibyte);
  } else if (is(way, "truncate_by_name")) {
    result = truncate("attack", kCap + 1);
  } else if (is(way, "allocate")) {
    result = syscall(SYS_fallocate, fd, 0, 0L, (long)kCap + 1);
  } else if (is(way, "raised")) {  // the signal is what is seen, whoever sent it
    result = raise(SIGXFSZ);
  } else if (is(way, "two_files")) {
    result = fill("attack", kCap / 2);
    result = result == 0 ? fill("attack-2", kCap) : result;
  } else {
    result = lseek(fd, tebibyte, SEEK_SET) == tebibyte ? write(fd, "x", 1) : -1;
  }
  if (result >= 0) {
    puts("ESCAPED: a file larger than the cap");
    return 0;
  }
  printf("%s: errno %d\n", way, errno);
  return 3;
}
