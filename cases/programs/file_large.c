// Writes and reads back a file of 16 MiB.
// expect-stdout: size 16777216
// expect-stdout: hash 51cc6000
#include <stdio.h>
#include <unistd.h>

int main(void) {
  static const char name[] = "file_large.scratch";
  static unsigned char block[65536];
  unsigned hash = 0;
  FILE* file = fopen(name, "wb+");
  if (file == NULL) {
    return 1;
  }
  for (int i = 0; i < 256; i++) {
    for (int j = 0; j < 65536; j++) {
      block[j] = (unsigned char)(i * 7 + j);
    }
    if (fwrite(block, 1, sizeof block, file) != sizeof block) {
      return 2;
    }
  }
  printf("size %ld\n", ftell(file));
  rewind(file);
  while (fread(block, 1, sizeof block, file) == sizeof block) {
    for (int j = 0; j < 65536; j += 97) {
      hash = hash * 31 + block[j];
    }
  }
  printf("hash %08x\n", hash);
  fclose(file);
  return unlink(name);
}
