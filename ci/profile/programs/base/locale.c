// Locales, wide characters, message catalogues, character sets.
#include <iconv.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
    wchar_t wide[16];
    setlocale(LC_ALL, "");
    setlocale(LC_ALL, "C.UTF-8");
    setlocale(LC_ALL, "en_US.UTF-8");
    puts(nl_langinfo(CODESET));
    mbstowcs(wide, "abc", 16);
    bindtextdomain("nothing", "/nonexistent");
    textdomain("nothing");
    puts(gettext("message"));
    iconv_t c = iconv_open("UTF-16", "UTF-8");
    if (c != (iconv_t)-1) iconv_close(c);
    newlocale(LC_ALL_MASK, "C", NULL);
    wprintf(L"");
    return 0;
}
