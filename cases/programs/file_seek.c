// Seeks, holes, overwriting in the middle, truncation, sizes.
// expect-stdout: at 8 reads 8
// expect-stdout: read 10: 012abc6789
// expect-stdout: size with a hole 100001
// expect-stdout: the hole reads 0
// expect-stdout: truncate 0, size 5
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  static const char name[] = "file_seek.scratch";
  struct stat status;
  char text[11] = {0};
  FILE* file = fopen(name, "w+");
  if (file == NULL) {
    return 1;
  }
  fputs("0123456789", file);
  fseek(file, 3, SEEK_SET);
  fputs("abc", file);
  fseek(file, -2, SEEK_END);
  printf("at %ld ", ftell(file));
  printf("reads %c\n", fgetc(file));
  rewind(file);
  printf("read %d: ", (int)fread(text, 1, 10, file));
  puts(text);
  fseek(file, 100000, SEEK_SET);
  fputc('x', file);
  fflush(file);
  fstat(fileno(file), &status);
  printf("size with a hole %ld\n", (long)status.st_size);
  fseek(file, 50000, SEEK_SET);
  printf("the hole reads %d\n", fgetc(file));
  printf("truncate %d", ftruncate(fileno(file), 5));
  fstat(fileno(file), &status);
  printf(", size %ld\n", (long)status.st_size);
  fclose(file);
  return unlink(name);
}
