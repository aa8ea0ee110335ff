// Makes a TCP socket and connects to an address of TEST-NET-1 (RFC 5737: nobody answers there).
// expect-stdout:
// expect-refused: syscall %{nr:socket} (socket)
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

int main(void) {
  struct sockaddr_in to;
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) {
    perror("socket");
    return 3;
  }
  puts("ESCAPED: a socket was made");
  memset(&to, 0, sizeof to);
  to.sin_family = AF_INET;
  to.sin_port = htons(80);
  to.sin_addr.s_addr = inet_addr("192.0.2.1");
  if (connect(fd, (struct sockaddr*)&to, sizeof to) == 0 || errno == EINPROGRESS) {
    puts("ESCAPED: a connection is on its way");
  }
  return 0;
}
