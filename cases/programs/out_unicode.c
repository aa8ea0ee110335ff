// UTF-8 of one to four bytes, combining marks and right-to-left text, as plain bytes.
// expect-stdout:  5 bytes: ASCII
// expect-stdout:  7 bytes: Grüße
// expect-stdout: 16 bytes: Ελληνικά
// expect-stdout: 18 bytes: кириллица
// expect-stdout:  9 bytes: 日本語
// expect-stdout:  8 bytes: שלום
// expect-stdout:  8 bytes: 🙂🚀
// expect-stdout: 15 bytes: é (combining)
#include <stdio.h>
#include <string.h>

int main(void) {
  static const char* const words[] = {"ASCII",  "Grüße", "Ελληνικά", "кириллица",
                                      "日本語", "שלום",  "🙂🚀", "e\xcc\x81 (combining)"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    printf("%2d bytes: %s\n", (int)strlen(words[i]), words[i]);
  }
  return 0;
}
