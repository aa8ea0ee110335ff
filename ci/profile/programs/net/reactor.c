// A server's loop: connections, a wake-up and a time limit waited for in one place.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>
int main(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct itimerspec soon = {{0, 0}, {0, 1000000}}, left;
    struct epoll_event event = {.events = EPOLLIN};
    uint64_t count = 1;
    int poller = epoll_create1(0), wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    int server = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (bind(server, (struct sockaddr *)&at, sizeof at) || listen(server, 1)) return 1;
    epoll_ctl(poller, EPOLL_CTL_ADD, wake, &event), epoll_ctl(poller, EPOLL_CTL_ADD, timer, &event);
    timerfd_settime(timer, 0, &soon, NULL), timerfd_gettime(timer, &left);
    if (write(wake, &count, sizeof count) < 0 || epoll_wait(poller, &event, 1, 1000) != 1) return 2;
    if (read(wake, &count, sizeof count) < 0 || epoll_wait(poller, &event, 1, 1000) != 1) return 3;
    return read(timer, &count, sizeof count) == sizeof count ? 0 : 4;
}
