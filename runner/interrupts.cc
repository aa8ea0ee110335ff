#include "runner/interrupts.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <utility>

namespace sbx::runner {

Interrupts::Interrupts(std::stop_source stop) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signals_ = Fd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  quit_ = Fd(::eventfd(0, EFD_CLOEXEC));
  thread_ = std::jthread([this, stop = std::move(stop)]() mutable {
    std::array<pollfd, 2> wait = {{{signals_.get(), POLLIN, 0}, {quit_.get(), POLLIN, 0}}};
    while (::poll(wait.data(), wait.size(), -1) >= 0 || errno == EINTR) {
      signalfd_siginfo info = {};
      if (::read(signals_.get(), &info, sizeof info) == sizeof info) {
        const int number = static_cast<int>(info.ssi_signo);
        if (signal_ != 0) {
          ::_exit(128 + number);
        }
        signal_ = number;
        stop.request_stop();
      } else if (wait[1].revents != 0) {
        return;
      }
    }
  });
}

Interrupts::~Interrupts() {
  const std::uint64_t one = 1;
  const ssize_t put = ::write(quit_.get(), &one, sizeof one);
  static_cast<void>(put);  // an eventfd takes a 1 unless it is full
}

}  // namespace sbx::runner
