// A server and its client in one process, over IPv4 and IPv6, with every waiting call.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
static int both(int family, struct sockaddr *at, socklen_t size) {
    int yes = 1, n = 0;
    struct sockaddr_storage other;
    socklen_t length = sizeof yes, room = sizeof other;
    char text[32];
    int server = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server < 0) return 0;
    setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(server, at, size)) return 0;
    if (listen(server, 4) || getsockname(server, at, &size)) return 1;
    int client = socket(family, SOCK_STREAM, 0);
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(client, at, size)) return 2;
    int poller = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = server};
    epoll_ctl(poller, EPOLL_CTL_ADD, server, &event);
    epoll_wait(poller, &event, 1, 1000), epoll_pwait(poller, &event, 1, 0, NULL);
    int peer = accept4(server, NULL, NULL, SOCK_CLOEXEC);
    getpeername(peer, (struct sockaddr *)&other, &room);
    getsockopt(peer, SOL_SOCKET, SO_ERROR, &yes, &length);
    fcntl(peer, F_SETFL, fcntl(peer, F_GETFL) | O_NONBLOCK);
    yes = 1, ioctl(peer, FIONBIO, &yes);
    if (send(client, "hello", 5, MSG_NOSIGNAL) != 5) return 3;
    struct pollfd ready = {peer, POLLIN, 0};
    poll(&ready, 1, 1000);
    ioctl(peer, FIONREAD, &n);
    recv(peer, text, 2, 0);
    struct iovec part = {text, sizeof text};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    recvmsg(peer, &message, 0);
    part.iov_len = 3, sendmsg(peer, &message, MSG_NOSIGNAL);
    if (read(client, text, sizeof text) != 3 || write(client, "x", 1) != 1) return 4;
    shutdown(client, SHUT_WR);
    close(client);
    client = socket(family, SOCK_STREAM | SOCK_NONBLOCK, 0);
    connect(client, at, size);
    close(accept(server, NULL, NULL));
    close(client), close(peer), close(server), close(poller);
    return 0;
}
int main(void) {
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    int failed = both(AF_INET, (struct sockaddr *)&four, sizeof four);
    return failed ? failed : both(AF_INET6, (struct sockaddr *)&six, sizeof six);
}
