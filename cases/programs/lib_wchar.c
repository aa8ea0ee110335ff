// Wide strings: length, search, conversion of numbers, formatted output.
// expect-stdout: 11 5
// expect-stdout: 127
// expect-stdout: 4 12-x
// expect-stdout: 1
#include <stdio.h>
#include <wchar.h>

int main(void) {
  wchar_t text[40];
  wcscpy(text, L"wide ");
  wcscat(text, L"string");
  printf("%d %d\n", (int)wcslen(text), (int)(wcschr(text, L's') - text));
  printf("%ld\n", wcstol(L"0x7f", NULL, 16));
  swprintf(text, 40, L"%d-%ls", 12, L"x");
  printf("%d %c%c%c%c\n", (int)wcslen(text), (char)text[0], (char)text[1], (char)text[2],
         (char)text[3]);
  printf("%d\n", wcscmp(L"a", L"b") < 0);
  return 0;
}
