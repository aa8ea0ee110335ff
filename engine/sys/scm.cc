#include "sys/scm.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "sbx/error.h"

namespace sbx::sys {

ssize_t send_with_fds(int socket, const void* data, std::size_t size, const std::vector<int>& fds) {
  SBX_CHECK(fds.size() <= kMostFds);
  iovec io{const_cast<void*>(data), size};
  alignas(cmsghdr) char control[CMSG_SPACE(kMostFds * sizeof(int))] = {};
  msghdr h{};
  h.msg_iov = &io;
  h.msg_iovlen = 1;
  if (!fds.empty()) {
    h.msg_control = control;
    h.msg_controllen = CMSG_SPACE(fds.size() * sizeof(int));
    cmsghdr* c = CMSG_FIRSTHDR(&h);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
    std::memcpy(CMSG_DATA(c), fds.data(), fds.size() * sizeof(int));
  }
  ssize_t n = 0;
  do {
    n = ::sendmsg(socket, &h, MSG_NOSIGNAL);
  } while (n < 0 && errno == EINTR);
  return n;
}

ssize_t receive_with_fds(int socket, void* data, std::size_t size, int flags,
                         std::vector<Fd>* fds) {
  iovec io{data, size};
  alignas(cmsghdr) char control[CMSG_SPACE(kMostFds * sizeof(int))] = {};
  msghdr h{};
  h.msg_iov = &io;
  h.msg_iovlen = 1;
  h.msg_control = control;
  h.msg_controllen = sizeof control;
  ssize_t n = 0;
  do {
    n = ::recvmsg(socket, &h, flags | MSG_CMSG_CLOEXEC);
  } while (n < 0 && errno == EINTR);
  for (cmsghdr* c = n > 0 ? CMSG_FIRSTHDR(&h) : nullptr; c != nullptr; c = CMSG_NXTHDR(&h, c)) {
    const std::size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; c->cmsg_type == SCM_RIGHTS && i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(c) + i * sizeof(int), sizeof fd);
      fds->emplace_back(fd);
    }
  }
  return n;
}

}  // namespace sbx::sys
