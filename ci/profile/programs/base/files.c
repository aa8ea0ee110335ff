// Files of one's own: status, names, links, modes, times, lengths, positioned and vector transfers.
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utime.h>
int main(void) {
    struct stat s;
    struct statvfs v;
    struct statfs fs;
    char text[PATH_MAX], byte = 'x';
    struct iovec parts[2] = {{&byte, 1}, {&byte, 1}};
    struct timeval now[2] = {{1, 0}, {1, 0}};
    struct timespec exact[2] = {{1, 0}, {1, 0}};
    umask(022);
    int f = open("files.tmp", O_CREAT | O_RDWR | O_TRUNC, 0644);
    int g = creat("files.two", 0644);
    if (f < 0 || g < 0 || write(f, "0123456789", 10) != 10) return 1;
    if (pwrite(f, "z", 1, 3) != 1 || pread(f, &byte, 1, 3) != 1) return 2;
    if (writev(f, parts, 2) != 2 || lseek(f, 0, SEEK_SET) || readv(f, parts, 2) != 2) return 3;
    if (pwritev(f, parts, 2, 0) != 2 || preadv(f, parts, 2, 0) != 2) return 4;
    fsync(f), fdatasync(f), ftruncate(f, 5);
    if (stat("files.tmp", &s) || lstat("files.tmp", &s) || fstat(f, &s)) return 5;
    fstatat(AT_FDCWD, "files.tmp", &s, 0);
#ifdef __GLIBC__
    struct statx x;
    statx(AT_FDCWD, "files.tmp", 0, STATX_SIZE, &x);
#endif
    if (access("files.tmp", R_OK) || access("/nonexistent", F_OK) == 0) return 6;
    faccessat(AT_FDCWD, "files.tmp", R_OK, 0);
    faccessat(AT_FDCWD, "files.tmp", R_OK, AT_EACCESS);
    truncate("files.tmp", 3);
    if (symlink("files.tmp", "files.sym") || link("files.tmp", "files.hard")) return 7;
    if (readlink("files.sym", text, sizeof text) < 0 || !realpath("files.sym", text)) return 8;
    readlinkat(AT_FDCWD, "files.sym", text, sizeof text);
    if (rename("files.hard", "files.moved")) return 9;
    renameat(AT_FDCWD, "files.moved", AT_FDCWD, "files.again");
    chmod("files.tmp", 0600), fchmod(f, 0644), fchmodat(AT_FDCWD, "files.tmp", 0644, 0);
    chown("files.tmp", getuid(), getgid()), fchown(f, getuid(), getgid());
    lchown("files.sym", getuid(), getgid()), fchownat(AT_FDCWD, "files.tmp", -1, -1, 0);
    utime("files.tmp", NULL), utimes("files.tmp", now), futimes(f, now);
    utimensat(AT_FDCWD, "files.tmp", exact, 0), futimens(f, exact);
    statvfs(".", &v), fstatvfs(f, &v), statfs(".", &fs), fstatfs(f, &fs);
    posix_fadvise(f, 0, 0, POSIX_FADV_SEQUENTIAL);
    readahead(f, 0, 4096);
    posix_fallocate(f, 0, 8192);
    char name[] = "files.XXXXXX";
    close(mkstemp(name));
    unlink(name);
    unlink("files.sym"), unlink("files.again"), unlink("files.tmp"), unlink("files.two");
    return 0;
}
