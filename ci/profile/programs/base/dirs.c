// Folders: making, walking, listing and leaving them.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
static int seen(const char *path, const struct stat *s, int kind, struct FTW *at) {
    (void)path, (void)s, (void)kind, (void)at;
    return 0;
}
int main(void) {
    char here[4096];
    struct dirent **names;
    glob_t found;
    if (mkdir("dirs.tmp", 0755)) return 1;
    int top = open(".", O_RDONLY | O_DIRECTORY);
    if (chdir("dirs.tmp") || !getcwd(here, sizeof here)) return 2;
    mkdirat(top, "dirs.tmp/below", 0700);
    close(open("file", O_CREAT | O_WRONLY, 0644));
    DIR *d = opendir(".");
    while (readdir(d)) {
    }
    rewinddir(d);
    readdir(d);
    seekdir(d, telldir(d));
    closedir(d);
    d = fdopendir(open(".", O_RDONLY | O_DIRECTORY));
    closedir(d);
    for (int n = scandir(".", &names, NULL, alphasort); n > 0; n--) free(names[n - 1]);
    glob("*", 0, NULL, &found);
    globfree(&found);
    if (fchdir(top)) return 3;
    nftw("dirs.tmp", seen, 8, FTW_PHYS);
    nftw("dirs.tmp", seen, 8, FTW_CHDIR | FTW_DEPTH);
    unlinkat(top, "dirs.tmp/file", 0);
    unlinkat(top, "dirs.tmp/below", AT_REMOVEDIR);
    char name[] = "dirs.tmp.XXXXXX";
    if (mkdtemp(name)) rmdir(name);
    return rmdir("dirs.tmp");
}
