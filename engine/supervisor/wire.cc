#include "supervisor/wire.h"

#include <sys/socket.h>

#include <cerrno>
#include <vector>

#include "sys/scm.h"

namespace sbx::supervisor {

int send_word(int wire, child::Word word, int value) {
  child::Message m;
  m.word = word;
  m.value = value;
  return ::send(wire, &m, sizeof m, MSG_NOSIGNAL) == sizeof m ? 0 : errno;
}

bool receive_message(int wire, child::Message* m, sys::Fd* fd) {
  std::vector<sys::Fd> fds;
  ssize_t n = sys::receive_with_fds(wire, m, sizeof *m, 0, &fds);
  if (n < 0 && errno == ECONNRESET) {
    // Said once when the other end left a word of ours unread; what it had sent comes after it.
    n = sys::receive_with_fds(wire, m, sizeof *m, 0, &fds);
  }
  if (n != static_cast<ssize_t>(sizeof *m)) {
    return false;
  }
  if (fds.size() == 1) {
    *fd = std::move(fds.front());
  }
  return true;
}

}  // namespace sbx::supervisor
