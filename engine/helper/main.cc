// sbx-helper: S for callers of the library. Started by it, never by hand; keeps nothing of its
// caller: no descriptor but one socket, no environment, a session of its own. Ends when the caller
// does.
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "helper/protocol.h"
#include "helper/ready.h"
#include "supervisor/box.h"
#include "supervisor/check.h"

namespace sbx::helper {
namespace {

bool is_socket(int fd) {
  struct stat st;
  return ::fstat(fd, &st) == 0 && S_ISSOCK(st.st_mode);
}

void own_descriptors() {
  int null = ::open("/dev/null", O_RDWR);
  for (int fd : {0, 1, 2}) {
    ::dup2(null, fd);
  }
  if (null > 2) {
    ::close(null);
  }
  ::close_range(kTombstoneFd + 1, ~0u, 0);
  ::fcntl(kSocketFd, F_SETFD, FD_CLOEXEC);
  ::fcntl(kTombstoneFd, F_SETFD, FD_CLOEXEC);
}

int open_caller() {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(kSocketFd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
    return -1;
  }
  return static_cast<int>(::syscall(SYS_pidfd_open, peer.pid, 0));
}

bool serve_one(int caller, Ready* ready) {
  std::string bytes;
  std::vector<sys::Fd> fds;
  Request request;
  Attached attached;
  if (!receive_frame(kSocketFd, &bytes, &fds) || !decode(bytes, &request, &attached)) {
    return false;
  }
  if (attached.ask == Ask::check) {
    return send_frame(kSocketFd, encode(supervisor::check()), {});
  }
  std::size_t next = 0;
  auto take = [&](bool there) { return there && next < fds.size() ? fds[next++].get() : -1; };
  supervisor::Ends ends;
  ends.in = take(attached.in);
  ends.out = take(attached.out);
  ends.err = attached.err_is_out ? ends.out : take(attached.err);
  ends.apart = attached.apart;
  Report report = ready->run(
      request, ends, {.caller = kSocketFd, .caller_pidfd = caller, .tombstone = kTombstoneFd},
      attached.keep, attached.processor);
  fds.clear();  // nothing of the caller's is held when it hears of the end
  if (!send_frame(kSocketFd, encode(report), {})) {
    return false;
  }
  // The caller was woken on this processor: it has waited, the next box has not.
  ::sched_yield();
  ready->renew();
  return true;
}

int serve() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a stream of the caller's, over a limit that came from the caller
  ::signal(SIGCHLD, SIG_DFL);
  own_descriptors();
  if (::chdir("/") != 0) {  // the caller's folder may be removed or unmounted meanwhile
    return 1;
  }
  int caller = open_caller();
  if (!send_frame(kSocketFd, "", {})) {
    return 1;
  }
  Ready ready;
  while (ready.wait(kSocketFd, caller) && serve_one(caller, &ready)) {
  }
  return 0;
}

}  // namespace
}  // namespace sbx::helper

int main() {
  if (!sbx::helper::is_socket(sbx::helper::kSocketFd)) {
    std::fputs("sbx-helper: started by libsbx, not by hand; see sbx --help\n", stderr);
    return 2;
  }
  // The caller's child leaves at once: its own wait() never sees a process it did not make. How it
  // leaves says whether there is a helper.
  const pid_t helper = ::fork();
  if (helper != 0) {
    ::_exit(helper < 0 ? errno : 0);
  }
  return sbx::helper::serve();
}
