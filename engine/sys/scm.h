// sys/scm.h - a message and the descriptors that travel with it (SCM_RIGHTS).
//
//   send_with_fds(socket, &word, sizeof word, {listener});
//   std::vector<Fd> fds;
//   ssize_t n = receive_with_fds(socket, &word, sizeof word, 0, &fds);
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <vector>

#include "sys/fd.h"

namespace sbx::sys {

inline constexpr std::size_t kMostFds = 32;  // with one message

// One sendmsg without SIGPIPE, repeated when a signal came first. What sendmsg answers.
// REQUIRES: at most kMostFds descriptors (SBX_CHECK).
[[nodiscard]] ssize_t send_with_fds(int socket, const void* data, std::size_t size,
                                    const std::vector<int>& fds);

// One recvmsg, repeated when a signal came first; descriptors arrive close-on-exec and are
// appended. What recvmsg answers.
[[nodiscard]] ssize_t receive_with_fds(int socket, void* data, std::size_t size, int flags,
                                       std::vector<Fd>* fds);

}  // namespace sbx::sys
