#include "supervisor/own_step.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "sys/fd.h"

namespace sbx::supervisor {
namespace {

struct Status {
  char state = '\0';       // '\0': the file does not say
  bool signalled = false;  // a signal is to be delivered
};

// Of a status file; the name before them has no line of its own in it.
Status look_into(int status) {
  char text[4096];
  const ssize_t n = ::pread(status, text, sizeof text, 0);
  const std::string_view all(text, n > 0 ? static_cast<std::size_t>(n) : 0);
  const auto value_of = [&](std::string_view field) {
    const std::size_t at = all.find(field);
    return at == std::string_view::npos ? std::string_view() : all.substr(at + field.size(), 16);
  };
  constexpr std::string_view kNone = "0000000000000000";
  const std::string_view state = value_of("\nState:\t"), own = value_of("\nSigPnd:\t"),
                         shared = value_of("\nShdPnd:\t");
  const bool said = !state.empty() && own.size() == kNone.size() && shared.size() == kNone.size();
  return {said ? state[0] : '\0', own != kNone || shared != kNone};
}

}  // namespace

Read waits_in_its_call(const sys::Notification& n, Listener& listener, bool* waits) {
  const pid_t task = static_cast<pid_t>(n.pid);
  const sys::Fd status(
      ::open(("/proc/" + std::to_string(task) + "/status").c_str(), O_RDONLY | O_CLOEXEC));
  for (;; ::sched_yield()) {
    const Status now = look_into(status.get());
    if (!listener.valid(n.id)) {
      return Read::gone;
    }
    if (now.state == '\0') {
      return Read::bad_address;
    }
    if (now.signalled) {
      ::kill(task, SIGKILL);  // nobody has its number while its call waits
    } else if (now.state == 'S' || now.state == 'D') {
      *waits = true;
      return Read::ok;
    }
  }
}

}  // namespace sbx::supervisor
