// Sets, overwrites and unsets variables of its own.
// expect-stdout: at start: unset
// expect-stdout: set: one
// expect-stdout: kept: one
// expect-stdout: overwritten: three
// expect-stdout: unset: unset
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

static void show(const char* when) {
  const char* value = getenv("SBX_CASE");
  printf("%s: %s\n", when, value ? value : "unset");
}

int main(void) {
  show("at start");
  setenv("SBX_CASE", "one", 1);
  show("set");
  setenv("SBX_CASE", "two", 0);
  show("kept");
  setenv("SBX_CASE", "three", 1);
  show("overwritten");
  unsetenv("SBX_CASE");
  show("unset");
  return 0;
}
