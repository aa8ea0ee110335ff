#include "supervisor/hints.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "sys/fd.h"
#include "sys/landlock.h"
#include "sys/release.h"

namespace sbx::supervisor {
namespace {

using Sentence = std::string (*)();

// A root that is no mount: what a process below a chroot finds.
bool below_a_chroot() {
  std::FILE* f = std::fopen("/proc/self/mountinfo", "re");
  if (f == nullptr) {
    return false;
  }
  char point[4096];
  bool root = false;
  while (!root && std::fscanf(f, "%*s %*s %*s %*s %4095s%*[^\n]", point) == 1) {
    root = std::string(point) == "/";
  }
  std::fclose(f);
  return !root;
}

// /proc of another pid namespace names other processes by our children's numbers.
bool proc_is_not_ours() {
  char self[32];
  const ssize_t n = ::readlink("/proc/self", self, sizeof self);
  return std::string(self, n > 0 ? static_cast<std::size_t>(n) : 0) != std::to_string(::getpid());
}

// What to do about the AppArmor profile this process runs under; empty: it runs under none.
std::string under_a_profile() {
  const std::string profile = first_line("/proc/self/attr/apparmor/current");
  return profile.empty() || profile.compare(0, 10, "unconfined") == 0
             ? ""
             : "the AppArmor profile it runs under grants too little: userns, capability, mount, "
               "umount "
               "and pivot_root rules are needed";
}

std::string why_no_namespaces() {
  if (first_line("/proc/sys/kernel/unprivileged_userns_clone") == "0") {
    return "set kernel.unprivileged_userns_clone=1";
  }
  if (first_line("/proc/sys/user/max_user_namespaces") == "0") {
    return "set user.max_user_namespaces above 0";
  }
  if (first_line("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1") {
    return "AppArmor restricts user namespaces: set kernel.apparmor_restrict_unprivileged_userns=0 "
           "or install a profile that grants userns";
  }
  if (const std::string profile = under_a_profile(); !profile.empty()) {
    return profile;
  }
  if (below_a_chroot()) {
    return "the kernel makes no user namespace below a chroot: enter the root by pivot_root";
  }
  return "namespaces are forbidden here: in a container, allow unshare and mount "
         "(--privileged, or a seccomp profile that does)";
}

std::string why_no_maps() {
  if (proc_is_not_ours()) {
    return "/proc is not there or of another pid namespace: mount this one's (unshare "
           "--mount-proc)";
  }
  if (first_line("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1") {
    return "AppArmor restricts user namespaces: set kernel.apparmor_restrict_unprivileged_userns=0 "
           "or install a profile that grants userns and its capabilities";
  }
  if (const std::string profile = under_a_profile(); !profile.empty()) {
    return profile;
  }
  return "the ids may not be mapped here: a security module or a container forbids it";
}

std::string why_no_mount() {
  if (first_line("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1") {
    return "AppArmor restricts user namespaces: set kernel.apparmor_restrict_unprivileged_userns=0 "
           "or install a profile that grants userns and mount";
  }
  const std::string profile = under_a_profile();
  return profile.empty() ? "a security module or a container forbids mounts in a user namespace"
                         : profile;
}

std::string limits_read_only() {
  return "/proc/sys is read-only here: in a container, mount it read-write "
         "(podman --security-opt unmask=/proc/*, docker --privileged)";
}

std::string too_many_namespaces() {
  return first_line("/proc/sys/user/max_user_namespaces") == "0"
             ? "set user.max_user_namespaces above 0"
             : "a limit of user.max_*_namespaces is reached";
}

std::string too_many_processes() {
  return "the caller's limit of processes (ulimit -u) is reached";
}

std::string no_overlay() {
  return "the overlay file system is not loaded: modprobe overlay";
}
std::string oldest() {
  return std::to_string(sys::kOldestMajor) + "." + std::to_string(sys::kOldestMinor) + " or later";
}
std::string no_landlock() {
  const int abi = sys::landlock_abi();
  if (abi > 0 && abi < sys::kMinimumLandlockAbi) {
    return "Landlock ABI " + std::to_string(abi) + " is below the minimum " +
           std::to_string(sys::kMinimumLandlockAbi) + ": a kernel of " + oldest();
  }
  return sys::at_least(sys::release(), sys::kOldestMajor, sys::kOldestMinor)
             ? "the kernel was built without Landlock"
             : "the kernel has no Landlock ABI " + std::to_string(sys::kMinimumLandlockAbi) +
                   ": one of " + oldest();
}
std::string landlock_off() {
  return "Landlock is switched off: add landlock to lsm= at boot";
}
std::string no_inspection() {
  return "kernel.yama.ptrace_scope is 3 and cannot be lowered: boot with another value";
}
std::string no_listener() {
  return "a seccomp listener is already there: no box inside a box, or under a supervisor of its "
         "kind";
}
std::string no_program() {
  return "no such program in the box, or its loader is not there";
}
std::string not_executable() {
  return "the program is not executable, or lies where nothing may run";
}
std::string not_a_program() {
  return "not a program for this machine";
}
std::string over_memory() {
  return "memory limit";
}
std::string no_folder() {
  return "no such folder in the box";
}

std::string disk_full() {
  return "the file system that the program's output goes to is full; what was printed is cut short";
}
std::string quota_spent() {
  return "the quota of the file system that the program's output goes to is spent; what was "
         "printed is cut short";
}
std::string file_too_large() {
  return "the caller's own limit of a file's size (ulimit -f) is reached; what was printed is cut "
         "short";
}

// A step may not raise a hard limit that it inherits.
std::string below(const std::string& limit, const char* ulimit, const std::string& instead) {
  return "the caller's hard limit of " + limit + " is below what the box needs: raise it (ulimit " +
         ulimit + ")" + instead;
}
std::string cpu_limit() {
  return below("processor time", "-Ht", " or lower --time");
}
std::string file_size_limit() {
  return below("a file's size", "-Hf", " or lower --out");
}
std::string stack_limit() {
  return below("the stack", "-Hs", "");
}
std::string process_limit() {
  return below("processes", "-Hu", "");
}
std::string open_file_limit() {
  return below("open files", "-Hn", "");
}
std::string memory_limit() {
  return below("memory", "-Hv", " or lower --mem");
}

struct Row {
  const char* op;  // a prefix
  int error;
  Sentence say;
};

// clang-format off
const Row kRows[] = {
    {"clone the box's init",          EPERM,      why_no_namespaces},
    {"clone the box's init",          EACCES,     why_no_namespaces},
    {"clone the box's init",          ENOSPC,     too_many_namespaces},
    {"clone the box's init",          EUSERS,     too_many_namespaces},
    {"clone the box's init",          EAGAIN,     too_many_processes},
    {"start the step",                EAGAIN,     too_many_processes},
    {"write the box's maps",          EPERM,      why_no_maps},
    {"write the box's maps",          EACCES,     why_no_maps},
    {"write the box's maps",          ENOENT,     why_no_maps},
    {"clone the tree at ",            EPERM,      why_no_mount},
    {"clone the tree at ",            EACCES,     why_no_mount},
    {"make / private",                EACCES,     why_no_mount},
    {"make / private",                EPERM,      why_no_mount},
    {"limit user/",                   EROFS,      limits_read_only},
    {"mount an overlay on /src",      ENODEV,     no_overlay},
    {"create the Landlock ruleset",   ENOSYS,     no_landlock},
    {"create the Landlock ruleset",   EOPNOTSUPP, landlock_off},
    {"inspect what a program asks for", EPERM,    no_inspection},
    {"install the filter",            EBUSY,      no_listener},
    {"execute the step",              ENOENT,     no_program},
    {"execute the step",              EACCES,     not_executable},
    {"execute the step",              ENOEXEC,    not_a_program},
    {"execute the step",              ENOMEM,     over_memory},
    {"change to the step's folder",   ENOENT,     no_folder},
    {"change to the step's folder",   ENOTDIR,    no_folder},
    {"set the cpu limit",             EPERM,      cpu_limit},
    {"set the file size limit",       EPERM,      file_size_limit},
    {"set the stack limit",           EPERM,      stack_limit},
    {"set the process limit",         EPERM,      process_limit},
    {"set the open file limit",       EPERM,      open_file_limit},
    {"set the memory limit",          EPERM,      memory_limit},
    {"write the program's output",    ENOSPC,     disk_full},
    {"write the program's output",    EDQUOT,     quota_spent},
    {"write the program's output",    EFBIG,      file_too_large},
};
// clang-format on

}  // namespace

std::string first_line(const char* path) {
  sys::Fd fd(::open(path, O_RDONLY | O_CLOEXEC));
  char text[256];
  ssize_t n = fd ? ::read(fd.get(), text, sizeof text) : -1;
  std::string line(text, n > 0 ? static_cast<std::size_t>(n) : 0);
  return line.substr(0, line.find('\n'));
}

std::string hint_for(const std::string& op, int error) {
  for (const Row& r : kRows) {
    if (r.error == error && op.compare(0, std::string(r.op).size(), r.op) == 0) {
      return r.say();
    }
  }
  return "";
}

}  // namespace sbx::supervisor
