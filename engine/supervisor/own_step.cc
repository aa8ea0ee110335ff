#include "supervisor/own_step.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>

#include "supervisor/one_processor.h"
#include "sys/names.h"

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

bool starts_a_program(const sys::SeccompData& call) {
  return call.arch != sys::kNativeAudit || call.nr == sys::nr_if("execve") ||
         call.nr == sys::nr_if("execveat");
}

int OwnStep::asks(const sys::Notification& n) {
  if (n.data.nr != sys::nr_if("landlock_restrict_self")) {
    return 0;
  }
  at_its_program_ = true;
  const pid_t task = static_cast<pid_t>(n.pid);
  if (reads_) {
    look_at(task);
  }
  return OneProcessor::free(task);
}

bool OwnStep::let_through(Listener& listener) {
  sys::Notification n;
  int error = listener.receive(&n);
  if (error == 0) {
    error = starts_a_program(n.data) ? EPERM : asks(n);
  }
  if (error == 0) {
    error = listener.answer({n.id, 0, 0, sys::kNotifContinue});
  }
  return error == 0 || error == ENOENT || error == EINTR;
}

void OwnStep::look_at(pid_t task) {
  status_.reset(
      ::open(("/proc/" + std::to_string(task) + "/status").c_str(), O_RDONLY | O_CLOEXEC));
}

Read OwnStep::waits(const sys::Notification& n, Listener& listener, bool* waits) {
  if (!status_) {
    look_at(static_cast<pid_t>(n.pid));
  }
  for (;; ::sched_yield()) {
    const Status now = look_into(status_.get());
    if (!listener.valid(n.id)) {
      return Read::gone;
    }
    if (now.state == '\0') {
      return Read::bad_address;
    }
    if (now.signalled) {
      ::kill(static_cast<pid_t>(n.pid), SIGKILL);  // nobody has its number while its call waits
    } else if (now.state == 'S' || now.state == 'D') {
      *waits = true;
      return Read::ok;
    }
  }
}

}  // namespace sbx::supervisor
