// Runs code that is in no file of the tree. Code made at run time is what a JIT does and harms
// nobody; a program in a memory file has neither the file nor the second start.
// test-revisions: protect writable two_maps memory_file secret_memory tree_file library
// test-args[rev:protect]: protect
// test-args[rev:writable]: writable
// test-args[rev:two_maps]: two_maps
// test-args[rev:memory_file]: memory_file
// test-args[rev:secret_memory]: secret_memory
// test-args[rev:tree_file]: tree_file
// test-args[rev:library]: library
// expect-stdout:
// expect-report[rev:protect]: exit 42
// expect-report[rev:writable]: exit 42
// expect-report[rev:two_maps]: exit 42
// expect-refused[rev:memory_file]: syscall %{nr:memfd_create} (memfd_create)
// expect-refused[rev:secret_memory]: syscall %{nr:memfd_secret} (memfd_secret)
// expect-refused[rev:tree_file]: execve
// expect-report[rev:library]: exit 42
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

#ifdef __x86_64__
static const unsigned char kReturn42[] = {0xb8, 42, 0, 0, 0, 0xc3};  // mov $42, %eax; ret
#else
static const unsigned char kReturn42[] = {0x40, 5, 0x80, 0x52, 0xc0, 3, 0x5f, 0xd6};
#endif

static int call(void* code) {
#ifndef __x86_64__
  __builtin___clear_cache((char*)code, (char*)code + sizeof kReturn42);
#endif
  return ((int (*)(void))code)();
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "protect";
  const int write_and_run = is(way, "writable") ? PROT_EXEC : 0;
  if (is(way, "again")) {
    puts("ESCAPED: a second program runs");
    return 0;
  }
  if (is(way, "memory_file")) {
    return syscall(SYS_memfd_create, "", 0) < 0 ? 3 : 5;
  }
  if (is(way, "secret_memory")) {
    return syscall(447, 0) < 0 ? 3 : 5;
  }
  if (is(way, "tree_file")) {  // a copy of itself, changed at will
    char *words[] = {"copy", "again", NULL}, *none[] = {NULL};
    static char block[65536];
    const int from = open(argv[0], O_RDONLY), to = open("copy", O_CREAT | O_WRONLY, 0700);
    for (ssize_t n; (n = read(from, block, sizeof block)) > 0;) {
      if (write(to, block, (size_t)n) != n) {
        return 4;
      }
    }
    close(to);
    execve("copy", words, none);
    return 3;
  }
  if (is(way, "library") || is(way, "two_maps")) {  // a file of the box's own, mapped to be run
    const int fd = open("attack-code", O_CREAT | O_RDWR, 0600);
    if (fd < 0 || write(fd, kReturn42, sizeof kReturn42) < 0) {
      return 4;
    }
    void* code = mmap(NULL, 4096, PROT_READ | PROT_EXEC,
                      is(way, "library") ? MAP_PRIVATE : MAP_SHARED, fd, 0);
    return code == MAP_FAILED ? 6 : call(code);
  }
  void* page =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE | write_and_run, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) {
    return 6;
  }
  memcpy(page, kReturn42, sizeof kReturn42);
  if (!write_and_run && mprotect(page, 4096, PROT_READ | PROT_EXEC) != 0) {
    return 7;
  }
  return call(page);
}
