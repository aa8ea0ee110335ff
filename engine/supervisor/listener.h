// supervisor/listener.h - the seccomp listener: receive, check, answer. Tests use one of their own.
#pragma once
#include <cstdint>

#include "sys/fd.h"
#include "sys/kernel_abi.h"

namespace sbx::supervisor {

class Listener {
 public:
  virtual ~Listener() = default;
  // 0, or an errno. ENOENT (the task died) and EINTR are normal.
  virtual int receive(sys::Notification* out) = 0;
  virtual int answer(const sys::NotificationAnswer& answer) = 0;
  // Whether the call still waits.
  virtual bool valid(std::uint64_t id) = 0;
  [[nodiscard]] virtual int fd() const = 0;
};

class KernelListener : public Listener {
 public:
  explicit KernelListener(sys::Fd fd);
  int receive(sys::Notification* out) override;
  int answer(const sys::NotificationAnswer& answer) override;
  bool valid(std::uint64_t id) override;
  [[nodiscard]] int fd() const override { return fd_.get(); }

 private:
  sys::Fd fd_;
};

}  // namespace sbx::supervisor
