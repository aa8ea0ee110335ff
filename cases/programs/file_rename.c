// Renames a file, renames over another one, unlinks one that is still open.
// expect-stdout: rename 0
// expect-stdout: rename.a: absent
// expect-stdout: rename.c: from a
// expect-stdout: rename over 0
// expect-stdout: rename.b: from a
// expect-stdout: unlink 0
// expect-stdout: rename.b: absent
// expect-stdout: still open: from a
#include <stdio.h>
#include <unistd.h>

static void put(const char* name, const char* text) {
  FILE* file = fopen(name, "w");
  fputs(text, file);
  fclose(file);
}

static void show(const char* name) {
  char text[32] = "";
  FILE* file = fopen(name, "r");
  if (file == NULL) {
    printf("%s: absent\n", name);
    return;
  }
  if (fgets(text, sizeof text, file) == NULL) {
    text[0] = 0;
  }
  printf("%s: %s\n", name, text);
  fclose(file);
}

int main(void) {
  char text[16] = "";
  put("rename.a", "from a");
  put("rename.b", "from b");
  printf("rename %d\n", rename("rename.a", "rename.c"));
  show("rename.a");
  show("rename.c");
  printf("rename over %d\n", rename("rename.c", "rename.b"));
  show("rename.b");
  FILE* open_file = fopen("rename.b", "r");
  printf("unlink %d\n", unlink("rename.b"));
  show("rename.b");
  if (fgets(text, sizeof text, open_file) != NULL) {
    printf("still open: %s\n", text);
  }
  fclose(open_file);
  return 0;
}
