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

// Lets one call through that waits at that listener, if any does, unless it starts a program.
// False: it could not, or it was such a call. For what the engine's own code asks before any
// program runs: a carrier for its clone, a step that it cloned for its session and its domain.
[[nodiscard]] bool let_own_call_through(int listener);
// Gives the step whose last call before its program that is every processor. 0 or an errno.
[[nodiscard]] int let_go_of_own_step(const sys::Notification& n);
// Whether the call starts a program.
[[nodiscard]] bool starts_a_program(const sys::SeccompData& call);

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
