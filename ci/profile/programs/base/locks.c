// File locks: flock, lockf, record and open file description locks.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>
int main(void) {
    int f = open("locks.tmp", O_CREAT | O_RDWR, 0644);
    struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    flock(f, LOCK_EX | LOCK_NB), flock(f, LOCK_UN);
    lockf(f, F_LOCK, 1), lockf(f, F_TEST, 1), lockf(f, F_TLOCK, 1), lockf(f, F_ULOCK, 1);
    fcntl(f, F_SETLK, &l), fcntl(f, F_SETLKW, &l), fcntl(f, F_GETLK, &l);
    l.l_type = F_UNLCK, fcntl(f, F_SETLK, &l);
    l = (struct flock){.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
    fcntl(f, F_OFD_SETLK, &l), fcntl(f, F_OFD_SETLKW, &l), fcntl(f, F_OFD_GETLK, &l);
    FILE *s = fdopen(f, "r+");
    flockfile(s), funlockfile(s);
    fclose(s);
    return unlink("locks.tmp");
}
