#include "supervisor/check.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include <cerrno>
#include <functional>

#include "plan/plan.h"
#include "sbx/report.h"
#include "supervisor/hints.h"
#include "supervisor/idmap.h"
#include "sys/fd.h"
#include "sys/kernel_abi.h"
#include "sys/landlock.h"
#include "sys/raw_syscall.h"
#include "sys/release.h"

namespace sbx::supervisor {
namespace {

// A child in a user namespace of its own whose maps are written by this process, as a box's are. It
// runs `work` afterwards; the answer is an errno, 0 for success.
struct Staged {
  int clone_error = 0;
  int map_error = 0;
  int work_error = 0;

  // The first that went wrong.
  [[nodiscard]] int error() const {
    return clone_error != 0 ? clone_error : map_error != 0 ? map_error : work_error;
  }
};

Staged in_user_namespace(const plan::HostFacts& facts, const std::function<int()>& work,
                         const std::function<void(pid_t)>& meanwhile = {}) {
  Staged result;
  int go[2], done[2];
  if (::pipe2(go, O_CLOEXEC) != 0 || ::pipe2(done, O_CLOEXEC) != 0) {
    result.clone_error = errno;
    return result;
  }
  long child = ::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) {
    char byte = 0;
    ::close(go[1]);
    if (::read(go[0], &byte, 1) == 1) {
      int error = work();
      ssize_t ignored = ::write(done[1], &error, sizeof error);
      static_cast<void>(ignored);
      ignored = ::read(go[0], &byte, 1);  // till the parent has looked
    }
    ::_exit(0);
  }
  result.clone_error = child < 0 ? errno : 0;
  ::close(go[0]);
  ::close(done[1]);
  if (child > 0) {
    pid_t pid = static_cast<pid_t>(child);
    result.map_error = write_maps(pid, facts);
    if (result.map_error == 0 && ::write(go[1], "g", 1) == 1) {
      if (::read(done[0], &result.work_error, sizeof result.work_error) !=
          static_cast<ssize_t>(sizeof result.work_error)) {
        result.work_error = EPIPE;
      }
      if (meanwhile) {
        meanwhile(pid);
      }
    }
    ::close(go[1]);
    ::waitpid(pid, nullptr, 0);
  } else {
    ::close(go[1]);
  }
  ::close(done[0]);
  return result;
}

// Stage by stage: which call is refused depends on the security module and on who asks first.
std::string userns(const plan::HostFacts& facts, bool* ok) {
  Staged s = in_user_namespace(facts, [] {
    if (::unshare(CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) != 0) {
      return errno;
    }
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
      return errno;
    }
    const sys::Fd limit(::open("/proc/sys/user/max_user_namespaces", O_WRONLY | O_CLOEXEC));
    return limit && ::write(limit.get(), "0", 1) == 1 ? 0 : errno;
  });
  int error = s.error();
  *ok = error == 0;
  if (error == 0) {
    return "ok";
  }
  bool apparmor = first_line("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1";
  if (apparmor && !facts.root && (error == EPERM || error == EACCES)) {
    return "restricted (apparmor)";
  }
  return errno_name(error) + (error == EROFS ? " (/proc/sys is read-only)" : "");
}

std::string landlock(const plan::HostFacts& facts, bool* ok) {
  *ok = facts.landlock_abi >= sys::kMinimumLandlockAbi;
  if (facts.landlock_abi == 0) {
    return "absent";
  }
  std::string abi = "abi " + std::to_string(facts.landlock_abi);
  if (!*ok) {
    return abi + " (below the minimum " + std::to_string(sys::kMinimumLandlockAbi) + ")";
  }
  return facts.landlock_abi < sys::kScopedLandlockAbi
             ? abi + " (no scoped signals below " + std::to_string(sys::kScopedLandlockAbi) + ")"
             : abi;
}

int in_child(const std::function<int()>& work) {
  pid_t pid = ::fork();
  if (pid == 0) {
    ::_exit(work() & 255);
  }
  int status = 0;
  if (pid < 0 || ::waitpid(pid, &status, 0) != pid || !WIFEXITED(status)) {
    return EIO;
  }
  return WEXITSTATUS(status);
}

std::string seccomp(bool* ok) {
  int error = in_child([] {
    sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, 0x7fff0000u)};
    sock_fprog program{1, allow};
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    long fd = sys::raw(__NR_seccomp, sys::kSeccompSetModeFilter,
                       sys::kFilterNewListener | sys::kFilterWaitKillableRecv,
                       reinterpret_cast<long>(&program));
    return fd < 0 ? static_cast<int>(-fd) : 0;
  });
  *ok = error == 0;
  return error == 0       ? "ok"
         : error == EBUSY ? "EBUSY (a listener is already there: a box in a box)"
                          : errno_name(error);
}

std::string overlay(const plan::HostFacts& facts, bool* ok) {
  if (facts.root) {  // a mount by root loads the module; a box cannot
    sys::Fd load(static_cast<int>(::syscall(__NR_fsopen, "overlay", 1)));
  }
  Staged s = in_user_namespace(facts, [] {
    if (::unshare(CLONE_NEWNS) != 0) {
      return errno;
    }
    sys::Fd fs(static_cast<int>(::syscall(__NR_fsopen, "overlay", 1)));
    return fs ? 0 : errno;
  });
  int error = s.error();
  *ok = error == 0;
  return error == 0 ? "ok" : error == ENODEV ? "not loaded (modprobe overlay)" : errno_name(error);
}

std::string pidfd(bool* ok) {
  sys::Fd fd(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0)));
  *ok = static_cast<bool>(fd);
  return *ok ? "ok" : errno_name(errno);
}

// A box's names come from its program's memory: Yama 3 and some containers forbid the look.
std::string inspect(const plan::HostFacts& facts, bool* ok) {
  static const char kWord[] = "inspect";
  int error = 0;
  Staged s = in_user_namespace(
      facts, [] { return 0; },
      [&](pid_t pid) {
        char copy[sizeof kWord] = {};
        iovec here{copy, sizeof copy};
        iovec there{const_cast<char*>(kWord), sizeof kWord};
        error =
            ::process_vm_readv(pid, &here, 1, &there, 1, 0) == static_cast<ssize_t>(sizeof kWord)
                ? 0
                : errno;
      });
  error = s.error() != 0 ? s.error() : error;
  *ok = error == 0;
  if (error == EPERM && first_line(kPtraceScope) == kNobodyTraces) {
    return "EPERM (kernel.yama.ptrace_scope is 3)";
  }
  return error == 0 ? "ok" : errno_name(error);
}

std::string idmap(const plan::HostFacts& facts, bool* ok) {
  *ok = false;
  if (!facts.root) {
    return "needs root";
  }
  int error = 0;
  Staged s = in_user_namespace(
      facts, [] { return 0; },
      [&](pid_t pid) {
        plan::Plan plan;
        for (int& slot : plan.initial) {
          slot = -1;
        }
        plan.sources.push_back({"/usr", "/src", 0, false, true, 0, true});
        const plan::Source* which = nullptr;
        error = clone_trees(plan, &which);
        error = error != 0 ? error : map_owners(plan, pid);
        sys::Fd close(plan.initial[0]);
      });
  error = s.error() != 0 ? s.error() : error;
  *ok = error == 0;
  return error == 0 ? "ok" : errno_name(error) + " (the box's root is the host's)";
}

std::string kernel(bool* ok) {
  const std::string release = sys::release();
  *ok = sys::at_least(release, sys::kOldestMajor, sys::kOldestMinor);
  return *ok ? release
             : release + " (below the minimum " + std::to_string(sys::kOldestMajor) + "." +
                   std::to_string(sys::kOldestMinor) + ")";
}

}  // namespace

std::vector<Capability> check() {
  const plan::HostFacts facts = plan::probe_facts();
  std::vector<Capability> all;
  auto add = [&](const char* name, bool required, const std::function<std::string(bool*)>& probe) {
    Capability c;
    c.name = name;
    c.required = required;
    c.text = probe(&c.ok);
    all.push_back(std::move(c));
  };
  add("kernel", true, kernel);
  add("userns", true, [&](bool* ok) { return userns(facts, ok); });
  add("landlock", true, [&](bool* ok) { return landlock(facts, ok); });
  add("seccomp", true, seccomp);
  add("overlay", true, [&](bool* ok) { return overlay(facts, ok); });
  add("pidfd", true, pidfd);
  add("inspect", true, [&](bool* ok) { return inspect(facts, ok); });
  add("idmap", false, [&](bool* ok) { return idmap(facts, ok); });
  return all;
}

}  // namespace sbx::supervisor
