#include "supervisor/listener.h"

#include <sys/ioctl.h>

#include <cerrno>
#include <cstring>

#include "supervisor/one_processor.h"
#include "sys/names.h"

namespace sbx::supervisor {
namespace {

int receive_at(int fd, sys::Notification* out) {
  std::memset(out, 0, sizeof *out);  // the kernel refuses anything but zeroes
  return ::ioctl(fd, sys::kNotifRecv, out) == 0 ? 0 : errno;
}

int answer_at(int fd, sys::NotificationAnswer answer) {
  return ::ioctl(fd, sys::kNotifSend, &answer) == 0 ? 0 : errno;
}

}  // namespace

bool starts_a_program(const sys::SeccompData& call) {
  return call.arch != sys::kNativeAudit || call.nr == sys::nr_if("execve") ||
         call.nr == sys::nr_if("execveat");
}

int let_go_of_own_step(const sys::Notification& n) {
  return n.data.nr == sys::nr_if("landlock_restrict_self")
             ? OneProcessor::free(static_cast<pid_t>(n.pid))
             : 0;
}

bool let_own_call_through(int listener) {
  sys::Notification n;
  int error = receive_at(listener, &n);
  if (error == 0) {
    error = starts_a_program(n.data) ? EPERM : let_go_of_own_step(n);
  }
  if (error == 0) {
    error = answer_at(listener, {n.id, 0, 0, sys::kNotifContinue});
  }
  return error == 0 || error == ENOENT || error == EINTR;
}

KernelListener::KernelListener(sys::Fd fd) : fd_(std::move(fd)) {
  // From 6.6: the asking task and the supervisor wake each other on one CPU, 7 us instead of 32.
  ::ioctl(fd_.get(), sys::kNotifSetFlags, sys::kNotifSyncWakeUp);
}

int KernelListener::receive(sys::Notification* out) {
  return receive_at(fd_.get(), out);
}

int KernelListener::answer(const sys::NotificationAnswer& answer) {
  return answer_at(fd_.get(), answer);
}

bool KernelListener::valid(std::uint64_t id) {
  return ::ioctl(fd_.get(), sys::kNotifIdValid, &id) == 0;
}

}  // namespace sbx::supervisor
