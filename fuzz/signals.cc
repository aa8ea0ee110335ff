#include "fuzz/signals.h"

#include <pthread.h>
#include <unistd.h>

#include <thread>

namespace sbx::fuzz {

Signals::Signals(std::stop_source stop) : stop_(std::move(stop)) {
  sigemptyset(&waited_for_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    sigaddset(&waited_for_, signal);
  }
  sigset_t blocked = waited_for_;
  sigaddset(&blocked, SIGALRM);  // libFuzzer's clock, for inputs that are never run here
  sigaddset(&blocked, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  std::thread([this] {
    for (;;) {
      int signal = 0;
      if (::sigwait(&waited_for_, &signal) != 0) {
        return;
      }
      if (number_ != 0) {
        ::_exit(128 + signal);
      }
      number_ = signal;
      stop_.request_stop();
    }
  }).detach();
}

}  // namespace sbx::fuzz
