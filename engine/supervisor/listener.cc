#include "supervisor/listener.h"

#include <sys/ioctl.h>

#include <cerrno>
#include <cstring>

namespace sbx::supervisor {
KernelListener::KernelListener(sys::Fd fd) : fd_(std::move(fd)) {
  // From 6.6: the asking task and the supervisor wake each other on one CPU, 7 us instead of 32.
  ::ioctl(fd_.get(), sys::kNotifSetFlags, sys::kNotifSyncWakeUp);
}

int KernelListener::receive(sys::Notification* out) {
  std::memset(out, 0, sizeof *out);  // the kernel refuses anything but zeroes
  return ::ioctl(fd_.get(), sys::kNotifRecv, out) == 0 ? 0 : errno;
}

int KernelListener::answer(const sys::NotificationAnswer& answer) {
  sys::NotificationAnswer mine = answer;
  return ::ioctl(fd_.get(), sys::kNotifSend, &mine) == 0 ? 0 : errno;
}

bool KernelListener::valid(std::uint64_t id) {
  return ::ioctl(fd_.get(), sys::kNotifIdValid, &id) == 0;
}

}  // namespace sbx::supervisor
