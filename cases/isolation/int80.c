// Writes by the i386 entry (int $0x80) from 64-bit code: number 4, which is stat in 64-bit code.
// test-skip[!x86_64]: needs the i386 entry of an x86_64 kernel
// expect-stdout:
// expect-refused: i386 syscall 4 (write)
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __x86_64__
// The i386 entry takes 32-bit pointers: the text must lie in the low 4 GiB.
static long write_by_int80(const char* text, long length) {
  long result;
  __asm__ volatile("int $0x80"
                   : "=a"(result)
                   : "a"(4L), "b"(1L), "c"(text), "d"(length)
                   : "memory", "r8", "r9", "r10", "r11");
  return result;
}

int main(void) {
  static const char text[] = "ESCAPED: i386 write\n";
  char* low =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (low == MAP_FAILED) {
    return 4;
  }
  memcpy(low, text, sizeof text);
  long written = write_by_int80(low, sizeof text - 1);
  printf("int $0x80 came back with %ld\n", written);
  return 3;
}
#else
int main(void) {
  return 5;
}
#endif
