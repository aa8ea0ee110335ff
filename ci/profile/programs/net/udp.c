// Datagrams to oneself, one by one and several at once, and the names of numeric addresses.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    char text[64];
    int one = socket(AF_INET, SOCK_DGRAM, 0), two = socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP);
    if (bind(one, (struct sockaddr *)&at, size)) return 1;
    getsockname(one, (struct sockaddr *)&at, &size);
    sendto(two, "x", 1, 0, (struct sockaddr *)&at, size);
    recvfrom(one, text, sizeof text, 0, NULL, NULL);
    struct iovec part = {text, 1};
    struct mmsghdr many[2] = {{.msg_hdr = {.msg_iov = &part, .msg_iovlen = 1}},
                              {.msg_hdr = {.msg_iov = &part, .msg_iovlen = 1}}};
    connect(two, (struct sockaddr *)&at, size);
    sendmmsg(two, many, 2, 0), recvmmsg(one, many, 2, MSG_DONTWAIT, NULL);
    inet_ntop(AF_INET, &at.sin_addr, text, sizeof text);
    struct in_addr address;
    inet_pton(AF_INET, "127.0.0.1", &address);
    close(one), close(two);
    return 0;
}
