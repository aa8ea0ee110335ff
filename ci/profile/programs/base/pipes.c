// Pipes and descriptors within one process.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>
int main(void) {
    int p[2], q[2], n = 0;
    char byte = 'x';
    if (pipe(p) || pipe2(q, O_CLOEXEC | O_NONBLOCK)) return 1;
    if (write(p[1], &byte, 1) != 1) return 2;
    struct pollfd ready = {p[0], POLLIN, 0};
    struct timespec t = {0, 1000};
    struct timeval v = {0, 1000};
    fd_set set;
    poll(&ready, 1, 10), ppoll(&ready, 1, &t, NULL);
    FD_ZERO(&set);
    FD_SET(p[0], &set);
    select(p[0] + 1, &set, NULL, NULL, &v);
    pselect(p[0] + 1, &set, NULL, NULL, &t, NULL);
    ioctl(p[0], FIONREAD, &n);
    if (read(p[0], &byte, 1) != 1) return 3;
    int d = dup(p[0]);
    dup2(d, 20), dup3(d, 21, O_CLOEXEC), dup2(20, 20);
    fcntl(d, F_DUPFD, 30), fcntl(d, F_DUPFD_CLOEXEC, 31);
    fcntl(d, F_SETFD, fcntl(d, F_GETFD) | FD_CLOEXEC);
    fcntl(d, F_SETFL, fcntl(d, F_GETFL) | O_NONBLOCK);
    signal(SIGPIPE, SIG_IGN);
    close(q[0]);
    if (write(q[1], &byte, 1) != -1) return 4;
    isatty(0);
    struct winsize size;
    ioctl(1, TIOCGWINSZ, &size);
#if defined(__GLIBC__) && __GLIBC_MINOR__ >= 34
    close_range(40, 50, 0);
    closefrom(50);
#endif
    return 0;
}
