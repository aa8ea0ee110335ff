// Above the box's root there is nothing: from every folder `..` leads back to it, never to a mount
// that lies over it.
// expect-stdout: the same root
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int same(const struct stat* root, const char* path) {
  struct stat here;
  if (stat(path, &here) != 0) {
    return 1;  // this box has no such folder
  }
  return here.st_dev == root->st_dev && here.st_ino == root->st_ino;
}

int main(void) {
  static const char* const ways[] = {"/..",        "/../..",      "/src/..", "/tmp/..",  "/out/..",
                                     "/usr/..",    "/usr/lib/../..", "/etc/..", "/../../../src/..",
                                     "/dev/..",    "/proc/..",    ".."};
  struct stat root;
  if (stat("/", &root) != 0) {
    return 2;
  }
  for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
    if (!same(&root, ways[i])) {
      printf("ESCAPED: %s leads elsewhere\n", ways[i]);
      return 1;
    }
  }
  puts("the same root");
  return 0;
}
