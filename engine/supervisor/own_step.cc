#include "supervisor/own_step.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>

#include "supervisor/one_processor.h"
#include "sys/names.h"

namespace sbx::supervisor {
namespace {

// Of a stat file: the state, after a name of at most 15 bytes. 0: it says none.
char state_in(int stat) {
  char text[64];
  const ssize_t n = ::pread(stat, text, sizeof text, 0);
  const std::string_view fields(text, n > 0 ? static_cast<std::size_t>(n) : 0);
  const std::size_t name_end = fields.rfind(") ");
  const bool there = name_end != std::string_view::npos && name_end + 2 < fields.size();
  return there ? fields[name_end + 2] : '\0';
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
  stat_.reset(::open(("/proc/" + std::to_string(task) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
}

Read OwnStep::waits(const sys::Notification& n, Listener& listener, bool* waits) {
  if (!stat_) {
    look_at(static_cast<pid_t>(n.pid));
  }
  for (char state = 'R'; state == 'R'; ::sched_yield()) {
    state = state_in(stat_.get());
    if (!listener.valid(n.id)) {
      return Read::gone;
    }
    *waits = state == 'S' || state == 'D';
    if (!*waits && state != 'R') {
      return Read::bad_address;
    }
  }
  return Read::ok;
}

}  // namespace sbx::supervisor
