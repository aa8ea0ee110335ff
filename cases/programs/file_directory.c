// Makes a folder with files, lists it in order, empties and removes it.
// expect-stdout: d .
// expect-stdout: d ..
// expect-stdout: - .hidden
// expect-stdout: - alpha
// expect-stdout: - beta
// expect-stdout: - gamma
// expect-stdout: d sub
// expect-stdout: rmdir of a full one -1 1
// expect-stdout: rmdir 0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const void* a, const void* b) {
  return strcmp(*(char* const*)a, *(char* const*)b);
}

int main(void) {
  static const char folder[] = "file_directory.scratch";
  static const char* const names[] = {"gamma", "alpha", "beta", ".hidden"};
  char path[100], *found[16];
  int count = 0;
  if (mkdir(folder, 0755) != 0) {
    perror("mkdir");
    return 1;
  }
  for (int i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    fclose(fopen(path, "w"));
  }
  snprintf(path, sizeof path, "%s/sub", folder);
  mkdir(path, 0700);
  DIR* directory = opendir(folder);
  struct dirent* entry;
  while ((entry = readdir(directory)) != NULL) {
    found[count++] = strdup(entry->d_name);
  }
  closedir(directory);
  qsort(found, (size_t)count, sizeof *found, by_name);
  for (int i = 0; i < count; i++) {
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, found[i]);
    stat(path, &status);
    printf("%s %s\n", S_ISDIR(status.st_mode) ? "d" : "-", found[i]);
    free(found[i]);
  }
  printf("rmdir of a full one %d", rmdir(folder));
  printf(" %d\n", errno == ENOTEMPTY || errno == EEXIST);
  for (int i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  snprintf(path, sizeof path, "%s/sub", folder);
  rmdir(path);
  printf("rmdir %d\n", rmdir(folder));
  return 0;
}
