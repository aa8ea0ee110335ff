// Stringising, pasting, variadic macros, X-macros, conditional inclusion.
// expect-stdout: VALUE 42 7
// expect-stdout: 0 red
// expect-stdout: 1 green
// expect-stdout: 2 blue
// expect-stdout: 1 lines counted
// expect-stdout: abc
#include <stdio.h>

#define STRING(x) #x
#define EXPANDED(x) STRING(x)
#define PASTE(a, b) a##b
#define VALUE 42
#define SAY(format, ...) printf(format "\n", __VA_ARGS__)
#define COLOURS(X) X(red) X(green) X(blue)

#define AS_ENUM(name) k_##name,
#define AS_TEXT(name) #name,
enum colour { COLOURS(AS_ENUM) kCount };
static const char* const names[] = {COLOURS(AS_TEXT)};

int main(void) {
  int PASTE(vari, able) = 7;
  SAY("%s %s %d", STRING(VALUE), EXPANDED(VALUE), variable);
  for (int i = 0; i < kCount; i++) {
    SAY("%d %s", i, names[i]);
  }
#if defined(VALUE) && VALUE > 40
  SAY("%d lines counted", __LINE__ > 10);
#else
#error "not reached"
#endif
  SAY("%s",
      "a"
      "b"
      "c");
  return 0;
}
