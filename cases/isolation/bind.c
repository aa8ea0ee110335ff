// Makes a TCP socket, binds it to a loopback port of the kernel's choice and listens.
// expect-stdout:
// expect-refused: syscall %{nr:socket} (socket)
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

int main(void) {
  struct sockaddr_in at;
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) {
    perror("socket");
    return 3;
  }
  puts("ESCAPED: a socket was made");
  memset(&at, 0, sizeof at);
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(fd, (struct sockaddr*)&at, sizeof at) == 0 && listen(fd, 1) == 0) {
    puts("ESCAPED: a port is bound");
  }
  return 0;
}
