// Takes memory past the cap by every way but one big map. Maps are named where the sum of the
// process's address space would pass the cap; brk and the stack answer as the kernel does.
// test-opts: --wall 30 --time 20
// test-revisions: small tiny remap remap_huge shared no_reserve grows_down populated huge_pages file deleted_file fixed_high all_of_it none in_place brk
// test-args[rev:small]: small
// test-args[rev:tiny]: tiny
// test-args[rev:remap]: remap
// test-args[rev:remap_huge]: remap_huge
// test-args[rev:shared]: shared
// test-args[rev:no_reserve]: no_reserve
// test-args[rev:grows_down]: grows_down
// test-args[rev:populated]: populated
// test-args[rev:huge_pages]: huge_pages
// test-args[rev:file]: file
// test-args[rev:deleted_file]: deleted_file
// test-args[rev:fixed_high]: fixed_high
// test-args[rev:all_of_it]: all_of_it
// test-args[rev:none]: none
// test-args[rev:in_place]: in_place
// test-args[rev:brk]: brk
// expect-stdout:
// expect-refused[rev:small]: mmap 4194304 bytes over the cap (268435456)
// expect-refused[rev:tiny]: mmap 65536 bytes over the cap (268435456)
// expect-refused[rev:remap]: mmap 134217728 bytes over the cap (268435456)
// expect-refused[rev:remap_huge]: mmap 1095216660480 bytes over the cap (268435456)
// expect-refused[rev:shared]: mmap 4194304 bytes over the cap (268435456)
// expect-refused[rev:no_reserve]: mmap 4194304 bytes over the cap (268435456)
// expect-refused[rev:grows_down]: mmap 4194304 bytes over the cap (268435456)
// expect-refused[rev:populated]: mmap 4194304 bytes over the cap (268435456)
// expect-refused[rev:huge_pages]: mmap 4194304 bytes over the cap (268435456)
// expect-refused[rev:file]: mmap 4194304 bytes over the cap (268435456)
// expect-refused[rev:deleted_file]: mmap 4194304 bytes over the cap (268435456)
// expect-refused[rev:fixed_high]: mmap 1073741824 bytes over the cap (268435456)
// expect-refused[rev:all_of_it]: mmap 18446744073709551615 bytes over the cap (268435456)
// expect-stdout[rev:none]: none: errno 22
// expect-report[rev:none]: exit 3
// expect-stdout[rev:in_place]: 1000 times in place
// expect-report[rev:in_place]: exit 0
// expect-stdout[rev:brk]: brk: errno 12
// expect-report[rev:brk]: exit 3
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

#define MIB (1UL << 20)

// Both C libraries refuse lengths above PTRDIFF_MAX themselves.
static void* map(size_t length, int flags, int fd) {
  const int protection = PROT_READ | PROT_WRITE;
  return (void*)syscall(SYS_mmap, NULL, length, protection, flags, fd, 0);
}

static int answer(const char* way) {
  printf("%s: errno %d\n", way, errno);
  return 3;
}

static int grow_the_break(void) {
  unsigned long end = (unsigned long)syscall(SYS_brk, 0);
  for (int i = 0; i < 256; i++) {  // the raw call: musl's sbrk moves nothing
    const unsigned long more = (unsigned long)syscall(SYS_brk, end + 4 * MIB);
    if (more < end + 4 * MIB) {
      errno = ENOMEM;
      return answer("brk");
    }
    end = more;
  }
  puts("ESCAPED: 1 GiB by brk");
  return 0;
}

static int remap(size_t from, size_t to) {
  void* block = map(from, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  for (size_t size = from; size < to; size *= 2) {
    block = (void*)syscall(SYS_mremap, block, size, 2 * size, MREMAP_MAYMOVE);
    if (block == MAP_FAILED) {
      return answer("remap");
    }
  }
  puts("ESCAPED: a block of 1 GiB by mremap");
  return 0;
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "small";
  int flags = MAP_PRIVATE | MAP_ANONYMOUS, fd = -1;
  size_t length = 4 * MIB;
  if (is(way, "brk")) {
    return grow_the_break();
  }
  if (is(way, "remap")) {
    return remap(MIB, 1024 * MIB);
  }
  if (is(way, "remap_huge")) {
    void* block = map(MIB, flags, -1);
    block = (void*)syscall(SYS_mremap, block, MIB, MIB + 1044480 * MIB, MREMAP_MAYMOVE);
    return block == MAP_FAILED ? answer(way) : (puts("ESCAPED: 1020 GiB by mremap"), 0);
  }
  if (is(way, "all_of_it")) {
    return map(~(size_t)0, flags, -1) == MAP_FAILED ? answer(way) : (puts("ESCAPED"), 0);
  }
  if (is(way, "none")) {
    return map(0, flags, -1) == MAP_FAILED ? answer(way) : (puts("ESCAPED"), 0);
  }
  if (is(way, "fixed_high")) {
    void* high = (void*)0x200000000000UL;
    void* got = (void*)syscall(SYS_mmap, high, 1024 * MIB, PROT_NONE, flags | MAP_FIXED, -1, 0);
    return got == MAP_FAILED ? answer(way) : (puts("ESCAPED: 1 GiB at a fixed address"), 0);
  }
  if (is(way, "in_place")) {  // what a fixed map replaces does not count twice
    void* place = map(200 * MIB, flags, -1);
    for (int i = 0; i < 1000; i++) {
      if (mmap(place, 200 * MIB, PROT_READ, flags | MAP_FIXED, -1, 0) != place) {
        return answer(way);
      }
    }
    puts("1000 times in place");
    return 0;
  }
  if (is(way, "tiny")) {
    length = 65536;
  } else if (is(way, "shared")) {
    flags = MAP_SHARED | MAP_ANONYMOUS;
  } else if (is(way, "no_reserve")) {
    flags |= MAP_NORESERVE;
  } else if (is(way, "grows_down")) {
    flags |= MAP_GROWSDOWN | MAP_STACK;
  } else if (is(way, "populated")) {
    flags |= MAP_POPULATE;
  } else if (is(way, "huge_pages")) {
    flags |= 0x40000 | MAP_NORESERVE;  // MAP_HUGETLB, and the ordinary way where there are none
    if (map(length, flags, -1) == MAP_FAILED) {
      flags = MAP_PRIVATE | MAP_ANONYMOUS;
    }
  } else if (is(way, "file") || is(way, "deleted_file")) {
    flags = is(way, "file") ? MAP_SHARED : MAP_PRIVATE;
    fd = open("attack-map", O_CREAT | O_RDWR, 0600);
    if (fd < 0 || ftruncate(fd, (off_t)length) != 0 ||
        (is(way, "deleted_file") && unlink("attack-map") != 0)) {
      return 4;
    }
  }
  for (size_t i = 0; i < 1024 * MIB / length; i++) {
    if (map(length, flags, fd) == MAP_FAILED) {
      return answer(way);
    }
  }
  puts("ESCAPED: 1 GiB of maps");
  return 0;
}
