#include "supervisor/ledger.h"

#include <sys/wait.h>

#include <csignal>

namespace sbx::supervisor {

Event outcome_of(int status, std::chrono::microseconds cpu, const Limits& limits) {
  // The recorded time is a shade under the limit that was enforced (1.997 s for 2 s, measured).
  constexpr std::chrono::milliseconds kSlack{100};
  const bool spent = cpu >= limits.cpu - kSlack;
  const bool signalled = WIFSIGNALED(status);
  const int signal = signalled ? WTERMSIG(status) : 0;
  if (spent && signal == SIGKILL) {
    return event::CpuLimit{limits.cpu};
  }
  if (spent && limits.processes > 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == 0)) {
    return event::CpuLimit{limits.cpu};  // a driver survives the SIGKILL of its compiler
  }
  if (signal == SIGXFSZ) {
    return event::OutputLimit{limits.output};
  }
  if (signalled) {
    return event::Signalled{signal};
  }
  return event::Exited{WEXITSTATUS(status)};
}

}  // namespace sbx::supervisor
