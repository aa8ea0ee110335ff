#include "supervisor/idmap.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "sys/fd.h"
#include "sys/raw_syscall.h"

namespace sbx::supervisor {
namespace {

constexpr unsigned kNobody = 65534;

int write_file(pid_t pid, const char* name, const std::string& text) {
  std::string path = "/proc/" + std::to_string(pid) + "/" + name;
  sys::Fd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd) {
    return errno;
  }
  return ::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0
                                                                                          : errno;
}

std::string one(unsigned inside, unsigned outside) {
  return std::to_string(inside) + " " + std::to_string(outside) + " 1";
}

int write_both(pid_t pid, const std::string& users, const std::string& groups) {
  int error = write_file(pid, "uid_map", users);
  return error != 0 ? error : write_file(pid, "gid_map", groups);
}

sys::Fd namespace_of(pid_t pid) {
  return sys::Fd(
      ::open(("/proc/" + std::to_string(pid) + "/ns/user").c_str(), O_RDONLY | O_CLOEXEC));
}

// A user namespace that maps this owner, made by a child that does nothing else. The descriptor
// keeps it alive.
sys::Fd namespace_for(uid_t uid, gid_t gid) {
  long child = ::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) {
    for (;;) {
      ::pause();
    }
  }
  if (child < 0) {
    return sys::Fd();
  }
  pid_t pid = static_cast<pid_t>(child);
  int error = write_both(pid, one(uid, kNobody), one(gid, kNobody));
  sys::Fd ns = namespace_of(pid);
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
  errno = error != 0 ? error : errno;
  return error != 0 ? sys::Fd() : std::move(ns);
}

}  // namespace

int write_maps(pid_t init, const plan::HostFacts& facts) {
  if (!facts.root) {
    int error = write_file(init, "setgroups", "deny");
    return error != 0 ? error : write_both(init, one(0, facts.uid), one(0, facts.gid));
  }
  return facts.idmap ? write_both(init, one(0, kNobody), one(0, kNobody))
                     : write_both(init, "0 0 65536", "0 0 65536");
}

int clone_trees(plan::Plan& plan, const plan::Source** which) {
  for (const plan::Source& s : plan.sources) {
    *which = &s;
    unsigned recursive = s.recursive ? sys::kAtRecursive : 0;
    long fd = ::syscall(__NR_open_tree, AT_FDCWD, s.host.c_str(),
                        sys::kOpenTreeClone | sys::kCloexec | recursive);
    if (fd < 0) {
      return errno;
    }
    plan.initial[s.slot] = static_cast<int>(fd);
    // A clone of a shared mount is its peer: what the box mounts on it would appear on the host.
    sys::MountAttr attr{s.attributes, 0, MS_PRIVATE, 0};
    if (::syscall(__NR_mount_setattr, fd, "", sys::kAtEmptyPath | recursive, &attr, sizeof attr) !=
        0) {
      return errno;
    }
  }
  return 0;
}

int map_owners(const plan::Plan& plan, pid_t init) {
  for (const plan::Source& s : plan.sources) {
    struct stat st;
    int tree = plan.initial[s.slot];
    if (!s.idmap || ::fstat(tree, &st) != 0 || (st.st_uid == kNobody && st.st_gid == kNobody)) {
      continue;
    }
    // The box's own namespace maps 0 to nobody: just what a tree of root's needs.
    sys::Fd ns =
        st.st_uid == 0 && st.st_gid == 0 ? namespace_of(init) : namespace_for(st.st_uid, st.st_gid);
    if (!ns) {
      return errno;
    }
    sys::MountAttr attr{sys::kMountIdmap, 0, 0, static_cast<std::uint64_t>(ns.get())};
    unsigned recursive = s.recursive ? sys::kAtRecursive : 0;
    if (::syscall(__NR_mount_setattr, tree, "", sys::kAtEmptyPath | recursive, &attr,
                  sizeof attr) != 0) {
      return errno;
    }
  }
  return 0;
}

}  // namespace sbx::supervisor
